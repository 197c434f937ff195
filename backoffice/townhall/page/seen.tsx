import { useQuery } from '@tanstack/react-query'
import { INFO_FIELDS } from '../../../shared/fields/communes.ts'
import { having, namesOf } from '../../../shared/fields/field.ts'
import { closingsIn } from '../../../shared/typed/closings.ts'
import { hoursInBrief } from '../../../shared/typed/opening-hours.ts'
import type { InfoInput, OwnActeur } from '../../kit/api/contract.ts'
import { townHallApi } from '../../kit/commune/api.ts'
import { closingDays } from '../../kit/forms/closings.ts'
import { Chip } from '../../kit/ui/chip.tsx'
import css from './fiche.module.css'
import { t } from './texts.ts'
import { type FieldName, OWN_FIELDS, type Written } from './written.ts'

/** Below the description, which has no label, and above the closing days, which are read from their lines. */
const SHOWN = namesOf(OWN_FIELDS).filter(name => name !== 'description' && name !== 'fermetures')
const CONTACTS: readonly string[] = namesOf(having(INFO_FIELDS, 'contact'))
const isContact = (field: FieldName): field is FieldName & keyof InfoInput => CONTACTS.includes(field)

/** A live preview of the page. Empty fields of a town hall show the contacts of its commune. */
export function Seen({
  acteur,
  value,
  isTyped,
  town,
}: {
  readonly acteur: OwnActeur
  readonly value: Written
  /** It is not saved yet. */
  readonly isTyped: boolean
  readonly town: string | undefined
}) {
  const infos = useQuery({ ...townHallApi(acteur.id).infos(town ?? ''), enabled: town !== undefined })
  const publiques = infos.data?.data.publiques
  /** The rule of the service: the own value first. */
  const shown = SHOWN.flatMap(field => {
    const own = value[field].trim()
    if (own !== '') return [{ field, text: own, isOwn: true }]
    const noted = isContact(field) && infos.data?.data.rows.map(row => row[field]?.trim()).find(Boolean)
    return noted ? [{ field, text: noted, isOwn: false }] : []
  })
  const closings = closingsIn(value.fermetures, new Date()) ?? []
  const nothing =
    closings.length === 0 && !acteur.image && shown.length === 0 && value.description.trim() === ''
  const title = isTyped ? t.willBeSeen : t.seen
  return (
    <aside className={css.seen} aria-label={title}>
      <h2>{title}</h2>
      <div className={`card stack anywhere gap-12 ${css.card}`}>
        {acteur.image && (
          <img
            className={`wide round ${css.photo}`}
            src={acteur.image.url}
            width={acteur.image.width}
            height={acteur.image.height}
            alt={acteur.image.alt}
          />
        )}
        <h3 dir="auto">{acteur.nom}</h3>
        {nothing && <p className="soft second">{t.nothing}</p>}
        {value.description.trim() !== '' && (
          <p className={css.text} dir="auto">
            {value.description.trim()}
          </p>
        )}
        <dl className="stack gap-10">
          {shown.map(({ field, text, isOwn }) => (
            <div key={field}>
              <dt className="second">{t.fields[field]}</dt>
              <dd className="stack gap-4 start" dir="auto">
                {field === 'horaires' ? hoursInBrief(text) : text}
                {!isOwn && <Chip tone="plain">{t.fromCommune}</Chip>}
              </dd>
            </div>
          ))}
          {closings.length > 0 && (
            <div>
              <dt className="second">{t.fields.fermetures}</dt>
              <dd className="stack gap-4 start" dir="auto">
                {closings
                  .map(closing => [closingDays(closing), closing.motif].filter(Boolean).join(', '))
                  .join('\n')}
              </dd>
            </div>
          )}
        </dl>
        {publiques?.mentions.map(mention => (
          <p key={mention} className="soft second">
            {mention}
          </p>
        ))}
      </div>
    </aside>
  )
}
