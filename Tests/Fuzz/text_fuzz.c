/* Font files and texts of random bytes: opening, shaping, boundaries and directions give an answer or an error.
 *
 * Input: a byte that says how the rest is taken, two bytes of how many units the text has, the text, the font file. With
 * an even first byte the font is a good one, so that random texts are shaped; with an odd one it is the bytes. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trellis_text.h"

static lx_face *open_bytes(const uint8_t *data, size_t size, uint32_t index)
{
  char path[64];
  int file = memfd_create("font", 0);
  if (file < 0 || write(file, data, size) != (ssize_t)size)
    abort();
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  lx_face *face = NULL;
  lx_text_status status = lx_face_open(path, index, 700, &face);
  close(file);
  if ((status == LX_TEXT_OK) != (face != NULL))
    abort();
  return face;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static lx_face *good;
  static lx_shaper *shaper;
  if (!shaper) {
    if (lx_shaper_create(&shaper) != LX_TEXT_OK)
      abort();
    /* By its path: fontconfig keeps memory to the end of the process. */
    if (lx_face_open("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 0, 400, &good) != LX_TEXT_OK) {
      fprintf(stderr, "text_fuzz wants DejaVu Sans; on Debian: apt-get install fonts-dejavu-core\n");
      exit(2);
    }
  }
  if (size < 3)
    return 0;
  size_t length = (data[1] | (size_t)data[2] << 8) % 512;
  if (length * 2 > size - 3)
    length = (size - 3) / 2;
  uint16_t *text = malloc(length * 2 + 1);
  uint8_t *flags = malloc(length + 1), *kinds = malloc(length + 1), *levels = malloc(length + 1);
  double *advances = malloc(sizeof *advances * (length + 1));
  memcpy(text, data + 3, length * 2);
  lx_face *face = data[0] & 1 ? open_bytes(data + 3 + length * 2, size - 3 - length * 2, data[0] >> 1 & 3) : NULL;
  if (face || !(data[0] & 1)) {
    /* A run from somewhere inside of the text, so that there is context on both sides. */
    int32_t start = (int32_t)(length * (data[0] >> 4) / 32), count = (int32_t)length - start;
    uint32_t script = length ? lx_script(text[0]) : 0x4C61746E;
    if (lx_shape(shaper, face ? face : good, text, (int32_t)length, start, count, data[0] & 4, script, advances, flags) ==
        LX_TEXT_OK)
      for (int32_t unit = 0; unit < count; unit++)
        /* What a broken font says of itself is taken, but it is a number. */
        if (!(advances[unit] > -1e9 && advances[unit] < 1e9))
          abort();
    lx_face_metrics metrics = lx_face_get_metrics(face ? face : good);
    if (!(metrics.ascender > -1e9 && metrics.ascender < 1e9))
      abort();
  }
  if (lx_line_breaks(shaper, text, (int32_t)length, kinds) != LX_TEXT_OK)
    abort();
  if (length && lx_bidi_levels(shaper, text, (int32_t)length, levels) != LX_TEXT_OK)
    abort();
  lx_face_close(face);
  free(text);
  free(flags);
  free(kinds);
  free(levels);
  free(advances);
  return 0;
}
