/* Pango and libunibreak on the paragraphs that `text` measures: see run.sh.
 *
 *   rivals FONT PARAGRAPHS [ROUNDS]
 *
 * Pango shapes and breaks a paragraph at a width in one; it keeps what it itemized and shaped while only the width of a
 * layout changes. libunibreak finds boundaries alone, as ICU does within `text`. Each step is run ROUNDS times, the least
 * processor time counts. */
#include <linebreak.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unicode/ubrk.h>

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int count, char **arguments)
{
  if (count < 3)
    return fprintf(stderr, "usage: rivals FONT PARAGRAPHS [ROUNDS]\n"), 2;
  int rounds = count > 3 ? atoi(arguments[3]) : 5;
  gchar *bytes, **texts;
  gsize size;
  if (!g_file_get_contents(arguments[2], &bytes, &size, NULL))
    return fprintf(stderr, "rivals: %s cannot be read\n", arguments[2]), 2;
  texts = g_strsplit(g_strchomp(bytes), "\n", -1);
  int paragraphs = (int)g_strv_length(texts);
  long words = 0;
  for (int k = 0; k < paragraphs; k++) {
    words++;
    for (const char *c = texts[k]; *c; c++)
      words += *c == ' ';
  }

  FcConfig *config = FcConfigCreate();
  FcConfigAppFontAddFile(config, (const FcChar8 *)arguments[1]);
  FcFontSet *fonts = FcConfigGetFonts(config, FcSetApplication);
  FcChar8 *family;
  if (fonts->nfont < 1 || FcPatternGetString(fonts->fonts[0], FC_FAMILY, 0, &family) != FcResultMatch)
    return fprintf(stderr, "rivals: %s is no font\n", arguments[1]), 2;
  PangoFontMap *map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
  PangoContext *context = pango_font_map_create_context(map);
  pango_context_set_round_glyph_positions(context, FALSE);
  PangoFontDescription *font = pango_font_description_new();
  pango_font_description_set_family(font, (const char *)family);
  pango_font_description_set_absolute_size(font, 16 * PANGO_SCALE);

  double prepare = 1e9, layout = 1e9, unibreak = 1e9, icu = 1e9;
  long lines = 0;
  PangoLayout **layouts = calloc((size_t)paragraphs, sizeof *layouts);
  for (int round = 0; round < rounds; round++) {
    double start = now();
    for (int k = 0; k < paragraphs; k++) {
      if (layouts[k])
        g_object_unref(layouts[k]);
      layouts[k] = pango_layout_new(context);
      pango_layout_set_font_description(layouts[k], font);
      pango_layout_set_wrap(layouts[k], PANGO_WRAP_WORD_CHAR);
      pango_layout_set_text(layouts[k], texts[k], -1);
      pango_layout_get_line_count(layouts[k]);
    }
    prepare = MIN(prepare, now() - start);
    start = now();
    lines = 0;
    for (int step = 0; step < 10; step++)
      for (int k = 0; k < paragraphs; k++) {
        pango_layout_set_width(layouts[k], (120 + 40 * step) * PANGO_SCALE);
        lines += pango_layout_get_line_count(layouts[k]);
      }
    layout = MIN(layout, now() - start);
    char *kinds = malloc(size + 1);
    start = now();
    for (int k = 0; k < paragraphs; k++)
      set_linebreaks_utf8((const utf8_t *)texts[k], strlen(texts[k]), "", kinds);
    unibreak = MIN(unibreak, now() - start);
    free(kinds);
    UErrorCode error = U_ZERO_ERROR;
    UBreakIterator *breaks = ubrk_open(UBRK_LINE, "en", NULL, 0, &error);
    UChar **units = calloc((size_t)paragraphs, sizeof *units);
    glong *lengths = calloc((size_t)paragraphs, sizeof *lengths);
    for (int k = 0; k < paragraphs; k++)
      units[k] = g_utf8_to_utf16(texts[k], -1, NULL, &lengths[k], NULL);
    start = now();
    for (int k = 0; k < paragraphs; k++) {
      ubrk_setText(breaks, units[k], (int32_t)lengths[k], &error);
      while (ubrk_next(breaks) != UBRK_DONE)
        ;
    }
    icu = MIN(icu, now() - start);
    for (int k = 0; k < paragraphs; k++)
      g_free(units[k]);
    free(units);
    free(lengths);
    ubrk_close(breaks);
  }
  int unknown = 0;
  for (int k = 0; k < paragraphs; k++)
    unknown += pango_layout_get_unknown_glyphs_count(layouts[k]);
  printf("pango %d %ld %d %.3f - %.3f - %ld\n", paragraphs, words, unknown, prepare / (double)words * 1e6,
         layout / (10.0 * paragraphs) * 1e6, lines);
  printf("breaks %d %ld 0 %.3f %.3f\n", paragraphs, words, unibreak / (double)words * 1e6, icu / (double)words * 1e6);
  return 0;
}
