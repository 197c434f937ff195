import { namesOf, roomOf } from '../../../shared/fields/field.ts'
import { Field, Select, TextArea } from '../ui/field.tsx'
import { labelOf, texts } from '../words/language.ts'
import { type Descriptions, faultOf, KINDS, type Typed } from './described.ts'
import type { Fields } from './record.ts'

/** The inputs of described fields, in their order. */
export const Inputs = <F extends Descriptions>({
  of,
  form,
  hints = {},
}: {
  readonly of: F
  readonly form: Pick<Fields<Typed<F>>, 'value' | 'field'>
  readonly hints?: { readonly [Name in keyof F]?: string }
}) =>
  namesOf(of).map(name => {
    const { choices } = of[name] as Descriptions[string]
    if (choices)
      return (
        <Select key={name} {...form.field(name)} optional>
          <option value="">{t.notSaid}</option>
          {Object.entries(choices).map(([value, words]) => (
            <option key={value} value={value}>
              {labelOf(words)}
            </option>
          ))}
        </Select>
      )
    const { rows, props, hint } = KINDS[(of[name] as Descriptions[string]).input]
    const given = {
      ...form.field(name),
      maxLength: roomOf(of[name] as Descriptions[string]),
      autoComplete: 'off',
      optional: true,
      hint: hint?.(form.value[name]) ?? hints[name],
      fault: faultOf((of[name] as Descriptions[string]).input, form.value[name]),
    }
    return rows ? <TextArea key={name} {...given} rows={rows} /> : <Field key={name} {...given} {...props} />
  })

const t = texts({ fr: { notSaid: 'Non précisé' }, en: { notSaid: 'Not said' } })
