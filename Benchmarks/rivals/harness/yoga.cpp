/* yoga.cpp: Yoga's flexbox on W1 to W4, each as a page of its own kind would be written, from a hash of its own.
 *
 * An easier problem in float32: boxes that follow each other, no relation across the tree. It is handed numbers alone, no
 * rows. W1 and W3 are columns in a container, which is the scroll view's content too; W2 is a row with even spaces, whose
 * spacers are the gaps between its views and no nodes; W4 is positioned by insets. Rounding to pixels is off. Float32 is
 * as far off as the sum of a list makes it, so frames are compared by rivals.py with a tolerance of their own. */
#include "program.h"

#include <yoga/Yoga.h>

#include <new>
#include <vector>

const char *const engine_name = "yoga";
const int engine_is_instant = 0;

namespace {

/* Views of a cell, in the order of the frame table; the header that holds three of them and the row of buttons are none. */
enum { CELL, AVATAR, NAME, TIME, BODY, IMAGE, BUTTON, PARTS = 9 };

uint32_t hash(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

}  // namespace

struct engine {
  const program *p = nullptr;
  YGConfigRef config = nullptr;
  YGNodeRef root = nullptr, container = nullptr;
  /* The views that are nodes, in the order of the frame table. */
  std::vector<YGNodeRef> views;

  YGNodeRef make(YGNodeRef parent) {
    YGNodeRef node = YGNodeNewWithConfig(config);
    YGNodeInsertChild(parent, node, YGNodeGetChildCount(parent));
    return node;
  }

  YGNodeRef view(YGNodeRef parent) {
    views.push_back(make(parent));
    return views.back();
  }
};

static void build_container(engine *e) {
  YGNodeStyleSetWidth(e->root, 375);
  YGNodeStyleSetHeight(e->root, 667);
  YGNodeStyleSetOverflow(e->root, YGOverflowScroll);
  e->container = e->make(e->root);
}

static void build_list(engine *e, int64_t n) {
  build_container(e);
  for (int64_t i = 0; i < n; i++) YGNodeStyleSetHeight(e->view(e->container), (float)(20 * (i % 10 + 1)));
}

static void build_spacing(engine *e, int64_t n) {
  float total = 8 * (float)(n + 1);
  for (int64_t i = 0; i < n; i++) {
    float width = (float)(10 + hash((uint32_t)i) % 41);
    total += width;
    YGNodeRef view = e->view(e->root);
    YGNodeStyleSetWidth(view, width);
    YGNodeStyleSetHeight(view, (float)(10 + hash((uint32_t)i + 77777) % 51));
  }
  YGNodeStyleSetFlexDirection(e->root, YGFlexDirectionRow);
  YGNodeStyleSetJustifyContent(e->root, YGJustifySpaceEvenly);
  YGNodeStyleSetAlignItems(e->root, YGAlignCenter);
  YGNodeStyleSetWidth(e->root, total);
  YGNodeStyleSetHeight(e->root, 100);
}

static void build_cell(engine *e, uint32_t c) {
  YGNodeRef cell = e->view(e->container);
  YGNodeStyleSetPadding(cell, YGEdgeAll, 10);
  YGNodeRef header = e->make(cell);
  YGNodeStyleSetFlexDirection(header, YGFlexDirectionRow);
  YGNodeStyleSetAlignItems(header, YGAlignFlexStart);
  YGNodeRef avatar = e->view(header);
  YGNodeStyleSetWidth(avatar, 40);
  YGNodeStyleSetHeight(avatar, 40);
  YGNodeRef name = e->view(header);
  YGNodeStyleSetWidth(name, (float)(60 + hash(2 * c + 1) % 201));
  YGNodeStyleSetHeight(name, 20);
  YGNodeStyleSetFlexShrink(name, 1);
  YGNodeStyleSetMargin(name, YGEdgeHorizontal, 8);
  YGNodeRef time = e->view(header);
  YGNodeStyleSetWidth(time, (float)(30 + hash(2 * c + 2) % 91));
  YGNodeStyleSetHeight(time, 20);
  YGNodeStyleSetMarginAuto(time, YGEdgeLeft);
  YGNodeRef body = e->view(cell);
  YGNodeStyleSetHeight(body, (float)(20 * (1 + hash(c + 999) % 5)));
  /* Also what is above the image: a margin of its own would be taken off its height. */
  YGNodeStyleSetMargin(body, YGEdgeVertical, 8);
  YGNodeRef image = e->view(cell);
  YGNodeStyleSetAspectRatio(image, 4.0f / 3.0f);
  YGNodeRef buttons = e->make(cell);
  YGNodeStyleSetFlexDirection(buttons, YGFlexDirectionRow);
  YGNodeStyleSetMargin(buttons, YGEdgeTop, 8);
  YGNodeStyleSetHeight(buttons, 32);
  for (int i = 0; i < 3; i++) {
    YGNodeRef button = e->view(buttons);
    YGNodeStyleSetFlexGrow(button, 1);
    YGNodeStyleSetFlexBasis(button, 0);
    if (i > 0) YGNodeStyleSetMargin(button, YGEdgeLeft, 8);
  }
}

static void build_nesting(engine *e, int64_t n) {
  YGNodeStyleSetWidth(e->root, 1000);
  YGNodeStyleSetHeight(e->root, 2000);
  e->views.push_back(e->root);
  for (int64_t i = 1; i < n; i++) {
    YGNodeRef view = e->view(e->views[(size_t)(i - 1) / 4]);
    YGNodeStyleSetPositionType(view, YGPositionTypeAbsolute);
    for (YGEdge edge : {YGEdgeLeft, YGEdgeTop, YGEdgeRight, YGEdgeBottom}) YGNodeStyleSetPosition(view, edge, 1);
  }
}

extern "C" {

void engine_free(engine *e) {
  if (!e) return;
  if (e->root) YGNodeFreeRecursive(e->root);
  if (e->config) YGConfigFree(e->config);
  delete e;
}

int engine_build(const program *p, double, engine **out) try {
  engine *e = new engine;
  e->p = p;
  e->config = YGConfigNew();
  YGConfigSetPointScaleFactor(e->config, 0);
  e->root = YGNodeNewWithConfig(e->config);
  e->views.reserve((size_t)p->variable_count / 4);
  switch (p->workload) {
    case 1: build_list(e, p->size); break;
    case 2: build_spacing(e, p->size); break;
    case 3:
      build_container(e);
      for (int64_t c = 0; c < p->size / 8; c++) build_cell(e, (uint32_t)c);
      break;
    case 4: build_nesting(e, p->size); break;
    default: engine_free(e); return 1;
  }
  *out = e;
  return 0;
} catch (const std::bad_alloc &) {
  return 1;
}

int engine_solve(engine *e) {
  YGNodeCalculateLayout(e->root, YGUndefined, YGUndefined, YGDirectionLTR);
  return 0;
}

static void write(YGNodeRef node, double x, double y, double *frame) {
  frame[0] = x + (double)YGNodeLayoutGetLeft(node);
  frame[1] = y + (double)YGNodeLayoutGetTop(node);
  frame[2] = (double)YGNodeLayoutGetWidth(node);
  frame[3] = (double)YGNodeLayoutGetHeight(node);
}

/* Scroll view, content, container, then the rows or cells, of which a part lies in its box and the box in the cell. */
static void read_list(engine *e, double *frames) {
  write(e->root, 0, 0, frames);
  write(e->container, 0, 0, frames + 4);
  write(e->container, 0, 0, frames + 8);
  const bool is_cells = e->p->workload == 3;
  const double *cell = frames;
  for (size_t i = 0; i < e->views.size(); i++) {
    double *frame = frames + 12 + 4 * i;
    const size_t part = is_cells ? i % PARTS : (size_t)CELL;
    if (part == CELL) {
      write(e->views[i], 0, 0, frame);
      cell = frame;
      continue;
    }
    double x = cell[0], y = cell[1];
    if (part != BODY && part != IMAGE) {
      YGNodeRef box = YGNodeGetParent(e->views[i]);
      x += (double)YGNodeLayoutGetLeft(box);
      y += (double)YGNodeLayoutGetTop(box);
    }
    write(e->views[i], x, y, frame);
  }
}

/* The root, the views, and as spacers what lies between them. */
static void read_spacing(engine *e, double *frames) {
  const size_t n = e->views.size();
  write(e->root, 0, 0, frames);
  double left = 0;
  for (size_t i = 0; i <= n; i++) {
    double *view = frames + 4 + 4 * i, *spacer = frames + 4 + 4 * (n + i);
    const bool is_last = i == n;
    double right = is_last ? frames[2] : (double)YGNodeLayoutGetLeft(e->views[i]);
    spacer[0] = left;
    spacer[1] = 49.5;
    spacer[2] = right - left;
    spacer[3] = 1;
    if (is_last) break;
    write(e->views[i], 0, 0, view);
    left = view[0] + view[2];
  }
}

static void read_nesting(engine *e, double *frames) {
  write(e->root, 0, 0, frames);
  for (size_t i = 1; i < e->views.size(); i++) {
    const double *superview = frames + 4 * ((i - 1) / 4);
    write(e->views[i], superview[0], superview[1], frames + 4 * i);
  }
}

int engine_read(engine *e, double *frames) {
  switch (e->p->workload) {
    case 2: read_spacing(e, frames); break;
    case 4: read_nesting(e, frames); break;
    default: read_list(e, frames); break;
  }
  return 0;
}

/* Its edits are measured elsewhere (Benchmarks/results.md): a file with steps is refused. */
int engine_step(engine *, int64_t) { return 1; }

}
