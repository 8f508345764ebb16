(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("steps").textContent);
  var stage = document.getElementById("stage"), said = document.getElementById("said");
  var where = document.getElementById("where"), bar = document.getElementById("bar");
  var now = -1, timer = null, pictures = [];
  for (var i = 0; i < data.images.length; i += 1) {
    var picture = new Image();
    picture.alt = "";
    picture.src = "data:image/gif;base64," + data.images[i];
    picture.hidden = true;
    stage.appendChild(picture);
    pictures.push(picture);
  }
  function show(number) {
    number = Math.max(0, Math.min(pictures.length - 1, number));
    for (var i = 0; i < pictures.length; i += 1) {
      pictures[i].hidden = i < data.from[number] || i > number;
    }
    now = number;
    said.textContent = data.said[number];
    stage.setAttribute("aria-label", data.said[number] || data.title);
    where.textContent = (number + 1) + " / " + pictures.length;
    bar.value = String(number);
  }
  function stop() {
    if (timer !== null) { clearInterval(timer); timer = null; }
    document.getElementById("play").textContent = "\u25B6";
  }
  function play() {
    if (timer !== null) { stop(); return; }
    if (now === pictures.length - 1) { show(0); }
    document.getElementById("play").textContent = "\u2016";
    timer = setInterval(function () {
      if (now === pictures.length - 1) { stop(); } else { show(now + 1); }
    }, 900);
  }
  function on(name, act) { document.getElementById(name).addEventListener("click", act); }
  on("first", function () { stop(); show(0); });
  on("back", function () { stop(); show(now - 1); });
  on("play", play);
  on("forward", function () { stop(); show(now + 1); });
  on("last", function () { stop(); show(pictures.length - 1); });
  bar.addEventListener("input", function () { stop(); show(Number(bar.value)); });
  document.addEventListener("keydown", function (event) {
    if (event.target === bar) { return; }
    if (event.key === "ArrowLeft") { stop(); show(now - 1); }
    if (event.key === "ArrowRight") { stop(); show(now + 1); }
    if (event.key === "Home") { stop(); show(0); }
    if (event.key === "End") { stop(); show(pictures.length - 1); }
  });
  bar.max = String(pictures.length - 1);
  show(pictures.length - 1);
}());
