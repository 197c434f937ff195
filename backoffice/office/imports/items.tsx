import { useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { ITEM_ACTIONS } from '../../../shared/words/imports.ts'
import type { ImportItem } from '../../kit/api/contract.ts'
import { Pager, useNoPageBeyond } from '../../kit/desk/pager.tsx'
import { Diff } from '../../kit/ui/diff.tsx'
import { Markdown } from '../../kit/ui/markdown.tsx'
import { clockTime, moment, namedDay } from '../../kit/words/format.ts'
import css from './imports.module.css'
import { t } from './texts.ts'

/** The items of a run, those that need attention first. */

const ORDER = namesOf(ITEM_ACTIONS)
type Names = Readonly<Record<string, string>>

/** Rendering the 500 items of the largest run at once takes 1.5 s. */
const SHOWN = 25

export function Items({ items, names }: { readonly items: readonly ImportItem[]; readonly names: Names }) {
  const [page, setPage] = useState(1)
  const first = (page - 1) * SHOWN
  useNoPageBeyond(page, items.slice(first).length, () => setPage(1))
  const sorted = ORDER.flatMap(action => items.filter(item => item.action === action))
  const shown = sorted.slice(first, first + SHOWN)
  return (
    <>
      {ORDER.map(action => {
        const some = shown.filter(item => item.action === action)
        if (some.length === 0) return null
        return (
          <section key={action} className={css.group}>
            <h3>
              {t.item[action]} ({items.filter(item => item.action === action).length})
            </h3>
            <ul className={`stack gap-10 ${css.items}`}>
              {some.map(item => (
                <Item key={item.external_id} item={item} names={names} />
              ))}
            </ul>
          </section>
        )
      })}
      {items.length > SHOWN && (
        <Pager
          page={page}
          shown={shown.length}
          meta={{ total: items.length, per_page: SHOWN }}
          onPage={(next = 1) => setPage(next)}
        />
      )}
    </>
  )
}

function Item({ item, names }: { readonly item: ImportItem; readonly names: Names }) {
  const { title, external_id, detail, reason, changes = {}, files = [], action } = item
  // The title of a new item is shown above.
  const fields = FIELDS.filter(field => changes[field] && !(action === 'created' && field === 'title'))
  return (
    <li className="anywhere round">
      <h4 dir="auto">{title ?? `${t.item.untitled} (${external_id})`}</h4>
      {(detail || reason) && <p className="soft">{detail?.message ?? reason}</p>}
      {fields.length + files.length > 0 && (
        <dl>
          {fields.map(field => {
            const { before = null, after = null } = changes[field] ?? {}
            const [was, is] = [inWords(field, before, names), inWords(field, after, names)]
            return (
              <div key={field}>
                <dt>{t.field[field]}</dt>
                <dd dir="auto">
                  {action !== 'created' ? (
                    <Diff before={was} after={is} />
                  ) : field === 'body' ? (
                    <Markdown text={is} />
                  ) : (
                    is
                  )}
                </dd>
              </div>
            )
          })}
          {files.length > 0 && (
            <div>
              <dt>{t.item.files}</dt>
              <dd>
                {files.map(({ kind, name, url }, index) => (
                  <p key={url}>
                    <a href={url} target="_blank" rel="noreferrer noopener" dir="auto">
                      {name || t.item.picture(index + 1)}
                    </a>{' '}
                    ({t.item.kinds[kind]})
                  </p>
                ))}
              </dd>
            </div>
          )}
        </dl>
      )}
    </li>
  )
}

const FIELDS = Object.keys(t.field) as readonly (keyof typeof t.field)[]

function inWords(field: keyof typeof t.field, value: string | boolean | null, names: Names): string {
  if (value === null) return ''
  const text = String(value)
  switch (field) {
    case 'acteur_id':
    case 'commune_id':
    case 'type_id':
      return names[text] ?? text
    case 'date_debut':
    case 'date_fin':
      return namedDay(text)
    case 'dates':
      return text.split(', ').map(namedDay).join(', ')
    case 'heure_debut':
    case 'heure_fin':
      return clockTime(text)
    case 'publie_le':
    case 'annule_le':
      return moment(new Date(text), new Date())
    case 'moderation_status':
      return t.publications.status[text as keyof typeof t.publications.status]
    default:
      return text
  }
}
