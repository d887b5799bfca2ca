// kiwi.cpp: Kiwi, Cassowary in C++. Building makes variables and constraints; solving adds them to the solver, which
// pivots at each one, and updates the variables.
//
// The optional levels become Kiwi's weak, medium and strong, so there can be three. Kiwi knows no variables that must
// not be negative; the rows that would say so hold in these workloads anyway and are left out, in its favour.
//
// A number that steps will change is an edit variable, as Kiwi means it. With REPLACE (the engine `kiwi-replace`) the
// constraint is removed and another added instead, as an app would have to that did not know beforehand.
#include "program.h"

#include <kiwi/kiwi.h>

#include <memory>
#include <vector>

#ifdef REPLACE
extern const char *const engine_name = "kiwi-replace";
#else
extern const char *const engine_name = "kiwi";
#endif
extern const int engine_is_instant = 0;

namespace {

// Above all levels and yet not required, which Kiwi's edit variables cannot be.
const double edit_strength = kiwi::strength::create(900.0, 0.0, 0.0);

double strength(const levels &l, double priority) {
  static const double by_rank[] = {kiwi::strength::weak, kiwi::strength::medium, kiwi::strength::strong};
  int rank = level_of(&l, priority);
  return rank < 0 ? kiwi::strength::required : by_rank[rank];
}

} // namespace

struct engine {
  const program *p;
  levels l;
  double deadline;
  kiwi::Solver solver;
  std::vector<kiwi::Variable> variables;
  std::vector<kiwi::Constraint> constraints;
  std::vector<kiwi::Variable> edited;             // per row that steps edit
  std::vector<int32_t> edited_place;              // per row, its place in `edited` and `replaceable`; -1 for none
  std::vector<double> first;                      // per place in `edited`, the value at the start
  std::vector<std::vector<kiwi::Constraint>> replaceable;

  kiwi::Expression left_side(int64_t row) const {
    std::vector<kiwi::Term> terms;
    for (int32_t k = p->starts[row]; k < p->starts[row + 1]; k++) {
      terms.emplace_back(variables[p->variables[k]], p->coefficients[k]);
    }
    return kiwi::Expression(std::move(terms));
  }

  // The constraints of a row whose right side is `constant`, or the variable if there is one.
  std::vector<kiwi::Constraint> make(int64_t row, double constant, const kiwi::Variable *variable) const {
    kiwi::Expression expression = left_side(row);
    std::vector<kiwi::Term> terms = expression.terms();
    if (variable) terms.emplace_back(*variable, -1.0);
    kiwi::Expression whole(std::move(terms), variable ? 0.0 : -constant);
    double above = strength(l, p->priorities[row]), below = strength(l, p->priorities_below[row]);
    if (p->relations[row] < 0) return {kiwi::Constraint(whole, kiwi::OP_LE, above)};
    if (p->relations[row] > 0) return {kiwi::Constraint(whole, kiwi::OP_GE, above)};
    if (above == below) return {kiwi::Constraint(whole, kiwi::OP_EQ, above)};
    return {kiwi::Constraint(whole, kiwi::OP_LE, above), kiwi::Constraint(whole, kiwi::OP_GE, below)};
  }
};

extern "C" {

int engine_build(const program *p, double limit, engine **out) try {
  auto e = std::make_unique<engine>();
  e->p = p;
  if (find_levels(p, &e->l) != 0 || e->l.count > 3) return 1;
  e->deadline = now() + limit;
  e->variables.resize((size_t)p->variable_count);
  e->edited_place.assign((size_t)p->row_count, -1);
  for (int64_t k = 0; k < p->edit_count; k++) {
    int32_t row = p->edit_rows[k];
    if (e->edited_place[row] >= 0) continue;
    e->edited_place[row] = (int32_t)e->first.size();
    e->first.push_back(p->constants[row]);
#ifdef REPLACE
    e->replaceable.push_back(e->make(row, p->constants[row], nullptr));
#else
    e->edited.emplace_back();
#endif
  }
  for (int64_t row = 0; row < p->row_count; row++) {
    int32_t place = e->edited_place[row];
#ifdef REPLACE
    auto made = place >= 0 ? e->replaceable[place] : e->make(row, p->constants[row], nullptr);
#else
    auto made = e->make(row, p->constants[row], place >= 0 ? &e->edited[place] : nullptr);
#endif
    e->constraints.insert(e->constraints.end(), made.begin(), made.end());
  }
  *out = e.release();
  return 0;
} catch (...) {
  return 1;
}

int engine_solve(engine *e) try {
  for (size_t i = 0; i < e->constraints.size(); i++) {
    e->solver.addConstraint(e->constraints[i]);
    if (i % 64 == 0 && now() > e->deadline) return OVER_LIMIT;
  }
  for (size_t i = 0; i < e->edited.size(); i++) {
    e->solver.addEditVariable(e->edited[i], edit_strength);
    e->solver.suggestValue(e->edited[i], e->first[i]);
    if (now() > e->deadline) return OVER_LIMIT;
  }
  e->solver.updateVariables();
  return 0;
} catch (...) {
  return 1;
}

int engine_read(engine *e, double *frames) {
  for (size_t i = 0; i < e->variables.size(); i++) frames[i] = e->variables[i].value();
  return 0;
}

int engine_step(engine *e, int64_t step) try {
  const program *p = e->p;
  for (int32_t k = p->step_starts[step]; k < p->step_starts[step + 1]; k++) {
    int32_t row = p->edit_rows[k], place = e->edited_place[row];
#ifdef REPLACE
    for (auto &old : e->replaceable[place]) e->solver.removeConstraint(old);
    e->replaceable[place] = e->make(row, p->edit_constants[k], nullptr);
    for (auto &fresh : e->replaceable[place]) e->solver.addConstraint(fresh);
#else
    e->solver.suggestValue(e->edited[place], p->edit_constants[k]);
#endif
  }
  e->solver.updateVariables();
  return 0;
} catch (...) {
  return 1;
}

void engine_free(engine *e) { delete e; }
}
