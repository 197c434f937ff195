import { useQuery } from '@tanstack/react-query'
import { client, reading, refreshCounts } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { recordOf } from '../../kit/commune/api.ts'
import { acteurOf } from '../acteurs/queries.ts'

/** How far the first commune is opened, by what the service holds: another browser goes on where this one stopped. */

export const STEPS = ['commune', 'mairie', 'secretary', 'site', 'page'] as const
export type Step = (typeof STEPS)[number]
/** Steps that may be put off. */
const MAY_WAIT: readonly Step[] = ['secretary', 'site']

const settings = () => reading('GET /api/v1/admin/team-settings', {})

type StepState = 'done' | 'later' | 'now' | 'next'

export function useOpening() {
  const team = useQuery(settings())
  const id = team.data?.data.first_commune_id ?? undefined
  const passed = team.data?.data.first_commune_passed ?? 0
  const commune = useQuery({ ...recordOf(id ?? ''), enabled: id !== undefined })
  const mairieId = commune.data?.data.mairie_actor_id ?? undefined
  const mairie = useQuery({ ...acteurOf(mairieId ?? ''), enabled: mairieId !== undefined })
  const sources = useQuery({
    ...reading('GET /api/v1/admin/import-sources', { query: { acteur_id: mairieId ?? '', per_page: 1 } }),
    enabled: mairieId !== undefined,
  })
  const town = id === undefined ? undefined : commune.data?.data
  const hall = mairieId === undefined ? undefined : mairie.data?.data
  const held: Readonly<Record<Step, boolean>> = {
    commune: town !== undefined,
    mairie: hall !== undefined,
    secretary: (hall?.owners_count ?? 0) > 0,
    site: (sources.data?.data.length ?? 0) > 0,
    page: passed >= STEPS.length,
  }
  const isPassed = (step: Step, at: number) => held[step] || (MAY_WAIT.includes(step) && passed > at)
  const now = STEPS.findIndex((step, at) => !isPassed(step, at))
  const asked = [
    team,
    ...(id === undefined ? [] : [commune]),
    ...(mairieId === undefined ? [] : [mairie, sources]),
  ]
  return {
    commune: town,
    mairie: hall,
    now: STEPS[now],
    stateOf: (step: Step): StepState => {
      const at = STEPS.indexOf(step)
      if (held[step]) return 'done'
      return at === now ? 'now' : at < now ? 'later' : 'next'
    },
    error: asked.find(({ error, data }) => error && !data)?.error,
    isLoading: asked.some(({ data }) => !data),
    reread: () => client.invalidateQueries(),
    choose: (first_commune_id: string | null) =>
      save({ first_commune_id, first_commune_passed: 0 }, team.data?.data.version),
    pass: (step: Step) => save({ first_commune_passed: STEPS.indexOf(step) + 1 }, team.data?.data.version),
  }
}
export type Opening = ReturnType<typeof useOpening>

/** A colleague’s change meanwhile is shown in place of one’s own. */
async function save(
  body: { readonly first_commune_id?: string | null; readonly first_commune_passed: number },
  version: number | undefined,
): Promise<void> {
  try {
    await call('PATCH /api/v1/admin/team-settings', { body, ...(version !== undefined && { version }) })
  } finally {
    await client.invalidateQueries({ queryKey: settings().queryKey })
    await refreshCounts()
  }
}
