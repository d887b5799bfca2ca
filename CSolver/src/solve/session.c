/* session.c: see session.h. */
#include "solve/session.h"

#include <string.h>

lx_status lx_session_open(lx_session *session, lx_program *program, const lx_plan *plan, lx_arena *spare) {
  memset(session, 0, sizeof *session);
  session->program = program;
  session->plan = plan;
  lx_arena_init(&session->arena, &program->allocator);
  if (spare != NULL) {
    lx_arena_reset(spare);
    session->arena = *spare;
    lx_arena_init(spare, &program->allocator);
  }
  lx_arena_init(&session->local, &program->allocator);
  lx_arena_init(&session->rare, &program->allocator);
  lx_arena *arena = &session->arena;
  session->value = plan->assignment.value;
  const lx_room of_components = lx_component_room(plan);
  session->constant = lx_arena_take(arena, of_components.rows, sizeof(double));
  session->variable_status = lx_arena_take(arena, plan->room.variables, sizeof(int8_t));
  session->row_status = lx_arena_take(arena, plan->room.rows, sizeof(int8_t));
  session->local_variable = lx_arena_take(arena, of_components.variables, sizeof(int32_t));
  session->local_level = lx_arena_take(arena, plan->levels.capacity, sizeof(int32_t));
  if (session->constant == NULL || session->variable_status == NULL || session->row_status == NULL ||
      session->local_variable == NULL || session->local_level == NULL)
    return LX_ERROR_MEMORY;
  for (int32_t level = 0; level < plan->levels.capacity; level++)
    session->local_level[level] = -1;
  return LX_OK;
}

void lx_session_release_vertices(lx_session *session) {
  while (session->vertex_count > 0)
    lx_release_vertex(&session->vertices[--session->vertex_count]);
}

void lx_session_begin(lx_session *session, const lx_options *options) {
  session->options = options;
  session->outcome = LX_OPTIMAL;
  session->statistics = (lx_statistics){.fixed_variables = session->plan->assignment.fixed.count};
  session->has_wrong_sign = session->has_many_wrong = session->may_plan_anew = 0;
  session->is_doubtful = 0;
  session->keeps_vertices = session->keeps_knapsacks = 0;
  lx_session_release_vertices(session);
  lx_arena_reset(&session->rare);
  lx_conflicts_init(&session->rare, session->program, &session->plan->assignment, &session->conflicts);
}

void lx_session_end(lx_session *session) {
  if (session->arena.allocator == NULL)
    return;
  lx_conflicts_destroy(&session->conflicts);
  lx_conflicts_init(&session->rare, session->program, &session->plan->assignment, &session->conflicts);
}

void lx_session_close(lx_session *session) {
  if (session->arena.allocator == NULL)
    return;
  lx_conflicts_destroy(&session->conflicts);
  lx_session_release_vertices(session);
  lx_arena_destroy(&session->rare);
  lx_arena_destroy(&session->local);
  lx_arena_destroy(&session->arena);
}
