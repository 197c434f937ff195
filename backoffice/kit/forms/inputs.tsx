import { isOptional, namesOf } from '../../../shared/fields/field.ts'
import { Field, Select, TextArea } from '../ui/field.tsx'
import { MeantChoice } from '../ui/meant-choice.tsx'
import { Options } from '../ui/options.tsx'
import { labelOf, texts } from '../words/language.ts'
import { type Descriptions, faultOf, KINDS, saidOf, type Typed } from './described.ts'
import type { Fields } from './record.ts'

type Texts<F> = { readonly [Name in keyof F]?: string | undefined }

/** The inputs of described fields, in their order. */
export function Inputs<F extends Descriptions>({
  of,
  form,
  hints = {},
  said = {},
  needed = [],
}: {
  readonly of: F
  readonly form: Pick<Fields<Typed<F>>, 'value' | 'field'>
  /** Hints of this screen alone. */
  readonly hints?: Texts<F>
  /** What was understood, in the words of this screen. */
  readonly said?: Texts<F>
  /** Fields that this form requires, though a record may lack them. */
  readonly needed?: readonly (keyof F)[]
}) {
  const now = new Date()
  return namesOf(of).map(name => {
    const described: Descriptions[string] = of[name] as F[typeof name]
    const { about, choices, input } = described
    const optional = isOptional(described) && !needed.includes(name)
    const hint = hints[name] ?? (about && labelOf(about))
    if (choices && Object.values(choices).every(({ told }) => told))
      return (
        <MeantChoice
          key={name}
          {...form.field(name)}
          hint={hint}
          choices={choices}
          none={optional ? t.notSaid : undefined}
        />
      )
    if (choices)
      return (
        <Select key={name} {...form.field(name)} hint={hint} optional={optional}>
          <Options
            none={optional ? t.notSaid : undefined}
            of={Object.entries(choices).map(([value, words]) => [value, labelOf(words)])}
          />
        </Select>
      )
    const kind = KINDS[input]
    const text = form.value[name]
    const given = {
      ...form.field(name),
      autoComplete: 'off',
      optional,
      placeholder: kind.example?.(described),
      hint: kind.hint?.(text) ?? hint,
      fault: faultOf(described, text, now),
      said: said[name] ?? saidOf(described, text, now),
    }
    return kind.rows ? (
      <TextArea key={name} {...given} rows={kind.rows} />
    ) : (
      <Field key={name} {...kind.props} {...given} />
    )
  })
}

const t = texts({ fr: { notSaid: 'Non précisé' }, en: { notSaid: 'Not said' } })
