import { Link } from '@tanstack/react-router'
import { FOUND_STATES } from '../../shared/words/search.ts'
import type { Label } from '../../shared/words/word.ts'
import type { FoundLine } from '../kit/api/contract.ts'
import type { Reply } from '../kit/api/send.ts'
import { LINKS } from '../kit/links.ts'
import { Chip } from '../kit/ui/chip.tsx'
import { labelOf } from '../kit/words/language.ts'
import { noteOpened } from './opened.ts'
import { FOUND, type FoundKind, KINDS } from './search-kinds.ts'

/** The results of a search by kind, each with its state. */
export const Results = ({
  found,
  onClose,
}: {
  readonly found: Reply<'GET /api/v1/admin/search'>['data']
  readonly onClose: () => void
}) =>
  FOUND.map(kind => {
    const lines = found[kind] ?? []
    return (
      lines.length > 0 && (
        <section key={kind}>
          <h3 className="soft least bold">{KINDS[kind].name}</h3>
          <ul>
            {lines.map(line => (
              <li key={line.id}>
                <Link
                  {...LINKS[kind](line.id)}
                  onClick={() => {
                    noteOpened({ kind, id: line.id, nom: line.nom ?? '' })
                    onClose()
                  }}
                >
                  <b dir="auto">{line.nom}</b>
                  <small>{line.hint}</small>
                  <State kind={kind} line={line} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )
    )
  })

/** Nothing for a kind that has no states. */
function State({ kind, line: { etat } }: { readonly kind: FoundKind; readonly line: FoundLine }) {
  const states: Readonly<Record<string, Label>> = kind === 'communes' ? {} : FOUND_STATES[kind]
  const state = states[etat ?? '']
  return state && <Chip tone="plain">{labelOf(state)}</Chip>
}
