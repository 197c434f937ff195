import { useQuery } from '@tanstack/react-query'
import { dayOf } from '../../../shared/wall-clock.ts'
import { reading } from '../../kit/api/queries.ts'
import { Loading, Problem } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { namedDay, number } from '../../kit/words/format.ts'
import css from './home.module.css'
import { t } from './texts.ts'

const DAYS = 30
const KINDS = ['proposed', 'published', 'changes_requested', 'rejected', 'reported'] as const

/** Thirty days as bars, with a sentence for screen readers and the values on hover. */
export function Curves() {
  const today = new Date()
  const from = dayOf(new Date(today.getTime() - (DAYS - 1) * 86_400_000))
  const { data, error, refetch } = useQuery({
    ...reading('GET /api/v1/admin/stats', { query: { from, to: dayOf(today) } }),
    staleTime: 300_000,
  })
  if (error && !data)
    return (
      <Section title={t.curves}>
        <Problem error={error} retry={() => void refetch()} />
      </Section>
    )
  if (!data) return <Loading />
  const days = data.data
  return (
    <Section title={t.curves}>
      <div className={css.curves}>
        {KINDS.map(kind => {
          const most = Math.max(1, ...days.map(day => day[kind]))
          const sum = days.reduce((all, day) => all + day[kind], 0)
          return (
            <figure key={kind}>
              <figcaption className="soft second">
                <b className="figures">{number(sum)}</b> {t.kinds[kind](sum)}
              </figcaption>
              <svg
                className={`block top-6 wide ${css[kind]}`}
                viewBox={`0 0 ${DAYS * 8} 40`}
                role="img"
                aria-label={t.sum(sum, t.kinds[kind](sum))}
                preserveAspectRatio="none"
              >
                {days.map((day, at) => {
                  const height = day[kind] === 0 ? 1 : Math.max(3, (day[kind] / most) * 40)
                  return (
                    <rect key={day.day} x={at * 8} y={40 - height} width="6" height={height} rx="1">
                      <title>{`${namedDay(day.day)} : ${number(day[kind])}`}</title>
                    </rect>
                  )
                })}
              </svg>
            </figure>
          )
        })}
      </div>
    </Section>
  )
}
