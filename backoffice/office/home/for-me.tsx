import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ForMe as Waiting } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { LINKS } from '../../kit/links.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { moment } from '../../kit/words/format.ts'
import { actions, common } from '../../kit/words/texts.ts'
import css from './for-me.module.css'
import { t } from './texts.ts'

type Mention = Waiting['mentions'][number]
const forMe = () => reading('GET /api/v1/admin/for-me', {})

/** Records assigned to the user, and notes that mention them. Renders nothing if there are none. */
export function ForMe() {
  const { data, error, refetch } = useQuery(forMe())
  /** Keeps the section when the last mention leaves it: the tick can be taken back. */
  const [hasTicked, setHasTicked] = useState(false)
  const { act, outcomeLine } = useActs(() => client.invalidateQueries({ queryKey: forMe().queryKey }))
  const set = async ({ id }: Mention, done: boolean) => {
    await call('POST /api/v1/admin/mentions/{id}/done', { params: { id }, body: { done } })
    setHasTicked(done)
  }
  const tick = (mention: Mention) =>
    act(
      () => set(mention, true),
      <>
        {t.wasSeen}{' '}
        <Button look="link" onClick={() => act(() => set(mention, false))}>
          {actions.undo}
        </Button>
      </>,
    )
  if (error && !data) return <Problem error={error} retry={() => void refetch()} />
  if (!data) return null
  const { assigned, mentions } = data.data
  if (assigned.length === 0 && mentions.length === 0 && !hasTicked) return null
  const now = new Date()
  return (
    <Section title={t.forMe}>
      <ul className={`card stack to-720 ${css.list}`}>
        {mentions.map(mention => (
          <li className="row anywhere" key={mention.id}>
            <div>
              <Link {...LINKS[mention.kind](mention.record_id)} dir="auto">
                {mention.nom ?? t.kind[mention.kind]}
              </Link>
              <p dir="auto">
                <b>{mention.author?.nom ?? common.nameless}</b> · {mention.excerpt}
              </p>
              <p className="soft second">
                {t.mention(t.kind[mention.kind], moment(new Date(mention.created_at), now))}
              </p>
            </div>
            <Button icon="check" onClick={() => tick(mention)}>
              {t.seen}
            </Button>
          </li>
        ))}
        {assigned.map(({ kind, id, nom, since }) => (
          <li className="row anywhere" key={id}>
            <div>
              <Link {...LINKS[kind](id)} dir="auto">
                {nom ?? t.kind[kind]}
              </Link>
              <p className="soft second">{t.assigned(t.kind[kind], moment(new Date(since), now))}</p>
            </div>
          </li>
        ))}
      </ul>
      {outcomeLine('soft second')}
    </Section>
  )
}
