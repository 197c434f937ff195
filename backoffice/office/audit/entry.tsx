import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../../kit/api/contract.ts'
import { LINKS } from '../../kit/links.ts'
import { Facts } from '../../kit/ui/facts.tsx'
import { moment, time } from '../../kit/words/format.ts'
import css from './journal.module.css'
import { changesOf, sentenceOf, whoOf } from './sentences.ts'
import { t } from './texts.ts'

/** An entry; opened, the values before and after and links to related entries. */
export function Entry({
  entry,
  isOpen,
  onOpen,
}: {
  readonly entry: AuditEntry
  readonly isOpen: boolean
  readonly onOpen: (open: boolean) => void
}) {
  return (
    <details
      className={css.entry}
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && onOpen(currentTarget.open)}
    >
      <summary className="bare flex gap-14">
        <time className="figures" dateTime={entry.at}>
          {time(new Date(entry.at))}
        </time>
        <span dir="auto">{sentenceOf(entry)}</span>
      </summary>
      {isOpen && <Details entry={entry} />}
    </details>
  )
}

function Details({ entry }: { readonly entry: AuditEntry }) {
  const { at, before, after, entity, entity_id, user_id, key, request_id, app_source, sealed } = entry
  const changes = changesOf(entry)
  return (
    <div className={`stack fine gap-10 ${css.details}`}>
      <h3>{before && after ? t.changed : t.kept}</h3>
      {changes.length === 0 ? (
        <p>{t.nothing}</p>
      ) : (
        <ul className="stack gap-2">
          {changes.map(change => (
            <li key={change} dir="auto">
              {change}
            </li>
          ))}
        </ul>
      )}
      <Facts
        facts={[
          [t.facts.when, moment(new Date(at), new Date())],
          [t.facts.who, whoOf(entry)],
          [t.facts.app, app_source],
          [t.facts.request, request_id && <code className="least anywhere">{request_id}</code>],
          [t.facts.seal, sealed ? t.isSealed : t.notSealed],
        ]}
      />
      <p className="row gap-6-20">
        <Opening entity={entity} id={entity_id}>
          {t.show}
        </Opening>
        <Link to="/journal" search={{ sorte: entity, element: entity_id }}>
          {t.sameThing}
        </Link>
        {request_id && request_id.length > 8 && (
          <Link to="/journal" search={{ requete: request_id }}>
            {t.sameRequest}
          </Link>
        )}
        {user_id && (
          <Link to="/journal" search={{ qui: user_id }}>
            {t.samePerson}
          </Link>
        )}
        {key && (
          <Link to="/journal" search={{ cle: key.id }}>
            {t.sameKey}
          </Link>
        )}
      </p>
    </div>
  )
}

/** A link to the record, if its kind has a screen. */
function Opening({
  entity,
  id,
  children,
}: {
  readonly entity: string
  readonly id: string
  readonly children: ReactNode
}) {
  const kind = `${entity}s`
  if (!Object.hasOwn(LINKS, kind)) return null
  return <Link {...LINKS[kind as keyof typeof LINKS](id)}>{children}</Link>
}
