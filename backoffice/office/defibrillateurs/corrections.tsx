import { Fragment } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { ACCES } from '../../../shared/words/defibrillateurs.ts'
import type { DefibrillateurItem } from '../../kit/api/contract.ts'
import { DateField } from '../../kit/forms/date-field.tsx'
import type { Fields } from '../../kit/forms/record.ts'
import { Field, Select } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { common } from '../../kit/words/texts.ts'
import css from './devices.module.css'
import { FIELDS, fieldText, type Name, type Typed } from './fields.ts'
import { PlaceMap } from './place-map.tsx'
import { t } from './texts.ts'

/** The corrections of the commune beside the values of the register. */
export function Corrections({
  register,
  form,
  departement,
}: {
  /** Null: it is not in the register. */
  readonly register: DefibrillateurItem['national']
  readonly form: Pick<Fields<Typed>, 'field' | 'value' | 'type'>
  readonly departement: string | null | undefined
}) {
  return (
    <div className="stack gap-14">
      {FIELDS.map(field => {
        const shown = form.field(field)
        return (
          <Fragment key={field}>
            {field === 'latitude' && (
              <PlaceMap
                latitude={form.value.latitude}
                longitude={form.value.longitude}
                start={register}
                departement={departement}
                onPick={form.type}
              />
            )}
            <div className={css.pair}>
              {field === 'acces' ? (
                <Select {...shown}>
                  <Options none={t.item.asRegister} of={Object.entries(t.acces)} />
                </Select>
              ) : field === 'acces_libre' ? (
                <Select {...shown}>
                  <option value="">{t.item.asRegister}</option>
                  <option value="oui">{common.yes}</option>
                  <option value="non">{common.no}</option>
                </Select>
              ) : field === 'derniere_maintenance' ? (
                <DateField {...shown} past />
              ) : (
                <Field {...shown} maxLength={2000} />
              )}
              {register && (
                <p className="anywhere" dir="auto">
                  <small className="soft block">{t.item.register}</small>
                  {inWords(field, register[field]) || <span className="soft">{common.nothing}</span>}
                </p>
              )}
            </div>
          </Fragment>
        )
      })}
    </div>
  )
}

function inWords(field: Name, value: unknown): string {
  const acces = field === 'acces' && namesOf(ACCES).find(one => one === value)
  if (acces) return t.acces[acces]
  if (value === true || value === false) return value ? common.yes : common.no
  return fieldText(value)
}
