/* ambiguous.h: which variables of a program another optimal solution would give another value. */
#ifndef LX_AMBIGUOUS_H
#define LX_AMBIGUOUS_H

#include "solve/solution.h"

/* Marks the variables that are not determined, for a program whose last solve was optimal and that has not been edited
 * since. vertices: of that solve, of as many components of its plan as there are any kept, ascending; others are solved again from their last
 * basis. marks: per variable slot, zeroed by the caller. LX_ERROR_UNSOLVED where that is undecided. Of the options, `whole` and
 * `algebra` are used. */
lx_status lx_mark_ambiguous(const lx_solution *solution, lx_program *program, const lx_options *options, int32_t vertex_count,
                            const lx_component_vertex *vertices, uint8_t *marks);

#endif
