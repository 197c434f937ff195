import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { SharedWords } from '../../kit/desk/shared-words.tsx'
import { Select } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { nouns } from '../../kit/words/texts.ts'
import type { ReasonCode } from './actions.ts'
import css from './presets.module.css'
import { t as presets } from './presets-texts.ts'
import { t } from './texts.ts'

const REASONS = Object.keys(t.reasons) as ReasonCode[]
const asked = reading('GET /api/v1/admin/refusal-presets', { query: { per_page: 100 } })

/** The prepared texts for a reason, and the moderator’s last message: a click inserts one, a dialog edits them. */
export function Presets({
  reason,
  last,
  lastKey,
  onUse,
}: {
  readonly reason: ReasonCode
  readonly last: string | undefined
  readonly lastKey: string
  readonly onUse: (words: string) => void
}): ReactNode {
  const { data } = useQuery({ ...asked, staleTime: 60_000 })
  const [isOpen, setOpen] = useState(false)
  const fitting = data?.data.filter(({ reason_code }) => reason_code === reason) ?? []
  return (
    <section className={`stack gap-6 ${css.presets}`} aria-label={presets.title}>
      {fitting.map(({ id, body }) => (
        <button
          className="second anywhere round"
          key={id}
          type="button"
          dir="auto"
          onClick={() => onUse(body)}
        >
          {body}
        </button>
      ))}
      {last && (
        <button type="button" className={`second anywhere round ${css.last}`} onClick={() => onUse(last)}>
          <span>
            {presets.last} <bdi>{beginning(last)}</bdi>
          </span>
          <kbd data-letter="">{lastKey}</kbd>
        </button>
      )}
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>{fitting.length > 0 ? presets.change : presets.prepare}</summary>
        {isOpen && <RefusalWords only={reason} />}
      </details>
    </section>
  )
}

const SHOWN = 80
const beginning = (words: string): string =>
  words.length > SHOWN ? `${words.slice(0, words.lastIndexOf(' ', SHOWN)).trimEnd()}…` : words

/** Edits the prepared texts, all or those of one reason. Used in the rejection dialog and in the settings. */
export function RefusalWords({ only }: { readonly only?: ReasonCode }) {
  const listed = useQuery(asked)
  return (
    <SharedWords
      listed={listed}
      wordsIn={({ data }) =>
        data
          .filter(({ reason_code }) => only === undefined || reason_code === only)
          .map(({ reason_code, ...one }) => ({ ...one, head: reason_code }))
      }
      none={presets.none}
      bodyLabel={presets.body}
      longest={1_000}
      firstHead={only ?? 'other'}
      nameOf={({ head }) => t.reasons[head as ReasonCode]}
      head={({ value, set }) =>
        only === undefined && (
          <Select label={nouns.reason} value={value} onChange={event => set(event.currentTarget.value)}>
            <Options of={REASONS.map(one => [one, t.reasons[one]])} />
          </Select>
        )
      }
      save={({ head, body }, before) => {
        const written = { reason_code: head as ReasonCode, body }
        return before
          ? call('PATCH /api/v1/admin/refusal-presets/{id}', {
              params: { id: before.id },
              body: written,
              version: before.version,
            })
          : call('POST /api/v1/admin/refusal-presets', { body: written })
      }}
      remove={({ id, version }) =>
        call('DELETE /api/v1/admin/refusal-presets/{id}', { params: { id }, version })
      }
      readAgain={() => client.invalidateQueries({ queryKey: asked.queryKey })}
    />
  )
}
