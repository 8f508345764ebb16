"""PNG files of palette images, read back with Pillow's decoder instead of our own code."""

import io
import zlib

import pytest
from PIL import Image

from render.kit.encoding import BAND_ROWS, FIRST_BLOCK_BYTES, palette_png


@pytest.mark.parametrize("height", [1, BAND_ROWS - 1, BAND_ROWS, BAND_ROWS + 1, 2 * BAND_ROWS])
@pytest.mark.parametrize("width", [1, 7, 300])
@pytest.mark.parametrize("colours", [1, 5, 256])
def test_a_file_holds_every_pixel_and_the_palette(width: int, height: int, colours: int) -> None:
    image = Image.new("P", (width, height))
    image.putpalette([part for entry in range(colours) for part in (entry, 255 - entry, entry * 7 % 256)])
    image.putdata([(x * x + 31 * y) % colours for y in range(height) for x in range(width)])
    with Image.open(io.BytesIO(palette_png(image))) as read:
        read.load()
        assert (read.format, read.mode, read.size) == ("PNG", "P", (width, height))
        assert read.tobytes() == image.tobytes()
        assert read.getpalette() == image.getpalette()


@pytest.mark.parametrize("width", [1, 7, 1100])
def test_the_bytes_of_a_file_do_not_depend_on_the_compressors_address(width: int) -> None:
    """The stream begins with a short block, so that the compressor never takes its own address for pixels."""
    image = Image.new("P", (width, BAND_ROWS))
    image.putpalette([0, 0, 0, 255, 255, 255])
    data = palette_png(image)
    stream = data[data.index(b"IDAT") + 4 :]
    head, marker, _ = stream.partition(b"\0\0\xff\xff")
    assert marker
    assert len(zlib.decompressobj().decompress(head + marker)) == FIRST_BLOCK_BYTES
    assert 4 <= FIRST_BLOCK_BYTES <= 16
