import { useId } from 'react'
import { CSV_FIELDS, type CsvField } from '../../../shared/csv-columns.ts'
import { namesOf } from '../../../shared/fields/field.ts'
import type { ImportPreview } from '../../kit/api/contract.ts'
import { FieldError } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { Table } from '../../kit/ui/table.tsx'
import { t } from './columns-texts.ts'
import css from './imports.module.css'

/** Which column of a CSV file is what: for each field, a choice of the columns of the file, with examples. */

export type SeenColumns = NonNullable<ImportPreview['columns']>
/** While it is chosen, the title may be missing. */
export type ChosenColumns = { readonly [Field in CsvField]?: string }

const FIELDS = namesOf(CSV_FIELDS)

/** In words, for a version conflict. */
export const saidColumns = (columns: ChosenColumns | null): string =>
  columns === null
    ? t.byName
    : FIELDS.flatMap(field => {
        const name = columns[field]
        return name === undefined ? [] : [t.line(t.field[field], name)]
      }).join(', ')

export function Columns({
  of: { found, used },
  chosen,
  error,
  onChoose,
}: {
  readonly of: SeenColumns
  readonly chosen: ChosenColumns | null
  /** That the title is missing. */
  readonly error: string | undefined
  onChoose(columns: ChosenColumns): void
}) {
  const id = useId()
  const isFound = (name: string | undefined) => found.some(each => each.name === name)
  // A name that the file writes otherwise is shown as the file has it.
  const columns: ChosenColumns = Object.fromEntries(
    Object.entries(chosen ?? used ?? {}).map(([field, name]) => {
      const read = used?.[field as CsvField]
      return [field, !isFound(name) && isFound(read) ? read : name]
    }),
  )
  const choose = (field: CsvField, name: string) => {
    const { [field]: _, ...others } = columns
    onChoose(name === '' ? others : { ...others, [field]: name })
  }
  const examplesOf = (field: CsvField) => found.find(({ name }) => name === columns[field])?.examples ?? []
  const describedBy = (field: CsvField) =>
    [examplesOf(field).length > 0 && `${id}-${field}-examples`, errorOf(field) && `${id}-${field}-error`]
      .filter(Boolean)
      .join(' ') || undefined
  const errorOf = (field: CsvField): string | undefined => {
    const name = columns[field]
    if (name !== undefined && !isFound(name)) return t.isGone
    return field === 'title' ? error : undefined
  }
  return (
    <fieldset>
      <legend>{t.title}</legend>
      <p className={css.intro}>{t.about}</p>
      <Table
        caption={t.title}
        rows={FIELDS}
        keyOf={field => field}
        columns={[
          {
            name: t.column.field,
            of: field => <label htmlFor={`${id}-${field}`}>{t.field[field]}</label>,
          },
          {
            name: t.column.name,
            of: field => (
              <>
                <select
                  id={`${id}-${field}`}
                  className={css.column}
                  value={columns[field] ?? ''}
                  aria-invalid={errorOf(field) ? true : undefined}
                  aria-describedby={describedBy(field)}
                  onChange={event => choose(field, event.currentTarget.value)}
                >
                  <option value="">{field === 'title' ? t.choose : t.none}</option>
                  {errorOf(field) === t.isGone && (
                    <option value={columns[field]}>{t.gone(columns[field] ?? '')}</option>
                  )}
                  <Options
                    of={found.map(({ name, examples }) => [
                      name,
                      [name, examples[0]].filter(Boolean).join(' – '),
                    ])}
                  />
                </select>
                <FieldError id={`${id}-${field}-error`}>{errorOf(field)}</FieldError>
              </>
            ),
            isActs: true,
          },
          {
            name: t.column.examples,
            of: field =>
              examplesOf(field).length > 0 && (
                <ul className="soft second" id={`${id}-${field}-examples`}>
                  {examplesOf(field).map(example => (
                    <li key={example} dir="auto">
                      {example}
                    </li>
                  ))}
                </ul>
              ),
            isActs: true,
          },
        ]}
      />
    </fieldset>
  )
}
