/* floor.c: the hand-written floor, arithmetic that knows each workload's structure beforehand and is handed nothing but
 * its numbers. It makes those from its own hash, after the description of the workloads, so agreeing with the file's
 * frames also says that the generator is the one described.
 *
 * Frames are four arrays (x, y, width, height), which is what one would write by hand for speed. Inputs are made once,
 * outside the clock; a solve computes every coordinate of every view. A step changes what depends on it and no more. */
#include "program.h"

#include <stdlib.h>
#include <string.h>

const char *const engine_name = "floor";
const int engine_is_instant = 1;

/* Places in a cell, in the order of the frame table. */
enum { CELL, AVATAR, NAME, TIME, BODY, IMAGE, BUTTON, PARTS = 9 };

struct engine {
  const program *p;
  int64_t views;
  double *x, *y, *width, *height; /* per view */
  /* Inputs, one per row, spaced view or cell; W1: heights; W2: widths, heights; W3: names, times, bodies. */
  double *first, *second, *third;
  double scroll_width;
};

static uint32_t hash(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

void engine_free(engine *e) {
  if (!e) return;
  free(e->x);
  free(e->first);
  free(e);
}

int engine_build(const program *p, double limit, engine **out) {
  (void)limit;
  engine *e = calloc(1, sizeof *e);
  if (!e) return 1;
  int64_t n = p->workload == 3 ? p->size / 8 : p->size;
  e->p = p;
  e->views = p->variable_count / 4;
  e->x = calloc((size_t)p->variable_count + 1, sizeof *e->x);
  e->first = calloc(3 * (size_t)n + 1, sizeof *e->first);
  if (!e->x || !e->first) {
    engine_free(e);
    return 1;
  }
  e->y = e->x + e->views;
  e->width = e->y + e->views;
  e->height = e->width + e->views;
  e->second = e->first + n;
  e->third = e->second + n;
  e->scroll_width = 375;
  for (int64_t i = 0; i < n; i++) {
    uint32_t k = (uint32_t)i;
    if (p->workload == 1) {
      e->first[i] = (double)(20 * (k % 10 + 1));
    } else if (p->workload == 2) {
      e->first[i] = (double)(10 + hash(k) % 41);
      e->second[i] = (double)(10 + hash(k + 77777) % 51);
    } else if (p->workload == 3) {
      e->first[i] = (double)(60 + hash(2 * k + 1) % 201);
      e->second[i] = (double)(30 + hash(2 * k + 2) % 91);
      e->third[i] = (double)(20 * (1 + hash(k + 999) % 5));
    }
  }
  *out = e;
  return 0;
}

static void set(engine *e, int64_t view, double x, double y, double width, double height) {
  e->x[view] = x;
  e->y[view] = y;
  e->width[view] = width;
  e->height[view] = height;
}

static void scroll_list(engine *restrict e) {
  double *restrict x = e->x, *restrict y = e->y, *restrict width = e->width, *restrict height = e->height;
  int64_t n = e->p->size;
  double top = 0;
  for (int64_t i = 0; i < n; i++) {
    x[3 + i] = 0;
    y[3 + i] = top;
    width[3 + i] = e->scroll_width;
    height[3 + i] = e->first[i];
    top += e->first[i];
  }
  set(e, 0, 0, 0, e->scroll_width, 667);
  set(e, 1, 0, 0, e->scroll_width, top);
  set(e, 2, 0, 0, e->scroll_width, top);
}

static void distributed_spacing(engine *restrict e) {
  double *restrict x = e->x, *restrict y = e->y, *restrict width = e->width, *restrict height = e->height;
  int64_t n = e->p->size, spacer = 1 + n;
  /* The superview is given: as wide as all views and spacers of 8. The spacers share what the views leave. */
  double views = 0;
  for (int64_t i = 0; i < n; i++) views += e->first[i];
  double total = views + 8 * (double)(n + 1);
  double space = (total - views) / (double)(n + 1), left = 0;
  for (int64_t i = 0; i < n; i++) {
    x[spacer + i] = left;
    y[spacer + i] = 49.5;
    width[spacer + i] = space;
    height[spacer + i] = 1;
    left += space;
    x[1 + i] = left;
    y[1 + i] = 50 - 0.5 * e->second[i];
    width[1 + i] = e->first[i];
    height[1 + i] = e->second[i];
    left += e->first[i];
  }
  set(e, spacer + n, left, 49.5, space, 1);
  set(e, 0, 0, 0, total, 100);
}

static double name_width(const engine *e, int64_t cell) {
  double room = e->scroll_width - 10 - e->second[cell] - 8 - 58;
  return e->first[cell] < room ? e->first[cell] : room;
}

static void cells(engine *e) {
  int64_t count = e->p->size / 8;
  double w = e->scroll_width, image = 0.75 * (w - 20), button = (w - 36) / 3, top = 0;
  for (int64_t c = 0; c < count; c++) {
    int64_t v = 3 + PARTS * c;
    double body = e->third[c], below = top + 58 + body + 8, row = below + image + 8, height = row + 42 - top;
    set(e, v + CELL, 0, top, w, height);
    set(e, v + AVATAR, 10, top + 10, 40, 40);
    set(e, v + NAME, 58, top + 10, name_width(e, c), 20);
    set(e, v + TIME, w - 10 - e->second[c], top + 10, e->second[c], 20);
    set(e, v + BODY, 10, top + 58, w - 20, body);
    set(e, v + IMAGE, 10, below, w - 20, image);
    set(e, v + BUTTON, 10, row, button, 32);
    set(e, v + BUTTON + 1, 18 + button, row, button, 32);
    set(e, v + BUTTON + 2, 26 + 2 * button, row, button, 32);
    top += height;
  }
  set(e, 0, 0, 0, w, 667);
  set(e, 1, 0, 0, w, top);
  set(e, 2, 0, 0, w, top);
}

static void nesting(engine *restrict e) {
  double *restrict x = e->x, *restrict y = e->y, *restrict width = e->width, *restrict height = e->height;
  set(e, 0, 0, 0, 1000, 2000);
  for (int64_t i = 1; i < e->p->size; i++) {
    int64_t parent = (i - 1) / 4;
    x[i] = x[parent] + 1;
    y[i] = y[parent] + 1;
    width[i] = width[parent] - 2;
    height[i] = height[parent] - 2;
  }
}

int engine_solve(engine *e) {
  switch (e->p->workload) {
    case 1: scroll_list(e); return 0;
    case 2: distributed_spacing(e); return 0;
    case 3: cells(e); return 0;
    case 4: nesting(e); return 0;
    default: return 1;
  }
}

int engine_read(engine *e, double *frames) {
  for (int64_t i = 0; i < e->views; i++) {
    frames[4 * i] = e->x[i];
    frames[4 * i + 1] = e->y[i];
    frames[4 * i + 2] = e->width[i];
    frames[4 * i + 3] = e->height[i];
  }
  return 0;
}

/* Which step it is follows from the description; whether it is the file's, from the frames at the end. The row that W6
 * edits is the third of all, the scroll view's width. */
int engine_step(engine *e, int64_t step) {
  const program *p = e->p;
  uint32_t k = (uint32_t)step;
  if (p->workload == 1) {
    int64_t row = hash(31 * k + 7) % (uint32_t)p->size;
    double height = (double)(20 + hash(k + 5) % 181), more = height - e->first[row];
    e->first[row] = height;
    e->height[3 + row] = height;
    double *y = e->y;
    for (int64_t i = 4 + row; i < e->views; i++) y[i] += more;
    e->height[1] += more;
    e->height[2] += more;
    return 0;
  }
  if (p->workload != 3) return 1;
  if (p->edit_rows[0] == 2) {
    e->scroll_width = (double)(320 + 5 * (7 * k % 60));
    cells(e);
    return 0;
  }
  int64_t cell = hash(31 * k + 7) % (uint32_t)(p->size / 8);
  e->first[cell] = (double)(60 + hash(k + 9) % 201);
  e->width[3 + PARTS * cell + NAME] = name_width(e, cell);
  return 0;
}
