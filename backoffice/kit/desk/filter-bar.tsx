import { type ReactNode, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { nameOfLine, type PickedKind, usePicked } from '../ui/picked.ts'
import { actions } from '../words/texts.ts'
import css from './filter-bar.module.css'
import { Find } from './find.tsx'
import { t } from './texts.ts'

/** A filter of a list, with the parameters of the address that it sets. */
export interface Filter<Address> {
  readonly label: string
  /** In words, or a record shown by its name. Absent: the filter is not set. */
  readonly value: string | readonly [PickedKind, id: string] | undefined
  readonly keys: readonly (keyof Address & string)[]
}

/** A filter by one of a few values of its parameter, which the button “Filtrer” offers. */
export interface OfferedFilter<Address> extends Filter<Address> {
  readonly value: string | undefined
  readonly options: readonly (readonly [value: string, name: string])[]
}

/** The filters that are set, the search first. */
export const activeFilters = <Address extends { readonly q?: string | undefined }>(
  { q }: Address,
  filters: readonly Filter<Address>[] = [],
): readonly Filter<Address>[] =>
  [{ label: t.searched, value: q && `« ${q} »`, keys: ['q'] } as const, ...filters].filter(
    ({ value }) => value,
  )

/** The change of the address that removes these filters. */
const without = <Address,>(filters: readonly Filter<Address>[]) =>
  Object.fromEntries(filters.flatMap(({ keys }) => keys).map(key => [key, undefined])) as Partial<Address>

/** Removes all filters. Undefined where none is set. */
export const showAll = <Address,>(
  filters: readonly Filter<Address>[],
  onChange: (change: Partial<Address>) => void,
): (() => void) | undefined => (filters.length > 0 ? () => onChange(without(filters)) : undefined)

/** Above a list: the search, the controls that filter, and the filters that are set, each with a button that removes it. */
export function FilterBar<Address extends { readonly q?: string | undefined }>({
  label,
  address,
  filters,
  offered = [],
  onChange,
  children,
  end,
}: {
  /** “Rechercher dans les publications”. Absent: no search field. */
  readonly label?: string | undefined
  readonly address: Address
  readonly filters: readonly Filter<Address>[]
  readonly offered?: readonly OfferedFilter<Address>[]
  readonly onChange: (change: Partial<Address>) => void
  readonly children?: ReactNode
  /** Buttons at the end of the line. */
  readonly end?: ReactNode
}) {
  const bar = useRef<HTMLElement>(null)
  const remove = (filter: Filter<Address>) => {
    onChange(without([filter]))
    // The button goes with its filter.
    bar.current?.querySelector<HTMLElement>('input, button')?.focus()
  }
  return (
    <search className={`stack fits gap-8 ${css.bar}`} ref={bar}>
      <div className={`row gap-8-12 ${css.controls}`}>
        {label !== undefined && (
          <Find
            label={label}
            q={address.q ?? ''}
            onFind={q => onChange({ q: q || undefined } as Partial<Address>)}
          />
        )}
        {children}
        {offered.length > 0 && <Offered filters={offered} onChange={onChange} />}
        {end && <span className={`flex last gap-8 ${css.end}`}>{end}</span>}
      </div>
      {filters.length > 0 && (
        <ul className={`row gap-6 ${css.active}`} aria-label={t.filters}>
          {filters.map(filter => (
            <li className="fits" key={filter.keys.join()}>
              {typeof filter.value === 'object' ? (
                <NamedFilter filter={filter} picked={filter.value} onRemove={() => remove(filter)} />
              ) : (
                <Active label={filter.label} value={filter.value ?? ''} onRemove={() => remove(filter)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}

/** Choosing the value that is set removes the filter. */
function Offered<Address>({
  filters,
  onChange,
}: {
  readonly filters: readonly OfferedFilter<Address>[]
  readonly onChange: (change: Partial<Address>) => void
}) {
  return (
    <Menu
      trigger={props => (
        <Button icon="sliders" {...props}>
          {actions.filter}
        </Button>
      )}
    >
      {filters.map(filter => (
        <fieldset key={filter.label} className={css.offered}>
          <legend className="soft least wide">{filter.label}</legend>
          {filter.options.map(([value, name]) => {
            const isSet = filter.value === name
            return (
              <button
                className="apart"
                key={value}
                type="button"
                aria-pressed={isSet}
                onClick={() =>
                  onChange(
                    isSet ? without([filter]) : ({ [String(filter.keys[0])]: value } as Partial<Address>),
                  )
                }
              >
                {name}
                {isSet && <Icon name="check" small />}
              </button>
            )
          })}
        </fieldset>
      ))}
    </Menu>
  )
}

function NamedFilter<Address>({
  filter: { label },
  picked: [kind, id],
  onRemove,
}: {
  readonly filter: Filter<Address>
  readonly picked: readonly [PickedKind, string]
  readonly onRemove: () => void
}) {
  const line = usePicked(kind, id).data?.data[0]
  return <Active label={label} value={line ? nameOfLine(line) : '…'} onRemove={onRemove} />
}

const Active = ({
  label,
  value,
  onRemove,
}: {
  readonly label: string
  readonly value: string
  readonly onRemove: () => void
}) => (
  <button type="button" aria-label={t.removeFilter(`${label} : ${value}`)} onClick={onRemove}>
    <span dir="auto">
      {label} : <b>{value}</b>
    </span>
    <Icon name="cross" small />
  </button>
)
