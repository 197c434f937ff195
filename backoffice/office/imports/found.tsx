import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ImportDiscovery, NewImportSource } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Check, FieldError } from '../../kit/ui/field.tsx'
import { Note, Problem } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { t } from './found-texts.ts'
import css from './imports.module.css'

/** The sources that the address of a page leads to: the user chooses which of them are added. */

export type Found = ImportDiscovery['sources'][number]

/** Typed as the address, it can be read, or the columns of its table chosen. */
const READ_ALONE: ReadonlySet<string> = new Set(['other_site', 'csv_columns_unknown'])
/** A page was read, and no feed. */
const PAGES: ReadonlySet<string> = new Set(['not_a_feed', 'is_page_with_feed', 'is_sign_in_page'])
export const isOfPage = ({
  kind,
  error,
}: {
  readonly kind: string | null
  readonly error: { readonly code: string } | null
}): boolean => kind === 'page' || PAGES.has(error?.code ?? '')

/** The settings with the address of what was found, and a name that tells several of them apart. */
export function sourceOf(found: Found, settings: NewImportSource, isOnly: boolean): NewImportSource {
  const { api_key: _, ...options } = settings.options ?? {}
  const site = settings.nom || found.name || new URL(found.url).hostname
  const nom = settings.nom && isOnly ? settings.nom : t.name(site.slice(0, 180), wordOf(found))
  // A page is followed only where the source says that it is one.
  return { ...settings, options, nom, url: found.url, kind: found.kind === 'page' ? 'page' : 'auto' }
}

const wordOf = ({ events }: Pick<Found, 'events'>): string => (events ? t.events : t.news)

export function FoundSources({
  url,
  busy,
  onAdd,
  onTake,
}: {
  readonly url: string
  readonly busy: boolean
  onAdd(found: readonly Found[]): void
  /** Another address is to be read. */
  onTake(url: string): void
}) {
  const { data, error, isPending } = useQuery({
    queryKey: ['sources of a page', url],
    queryFn: () => call('POST /api/v1/admin/import-sources/discover', { body: { url } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { sources = [], refused = [] } = data?.data ?? {}
  return (
    <Section title={t.title}>
      <p role="status" className={css.sum}>
        {isPending ? t.looking : sources.length > 0 ? t.found(sources.length) : ''}
      </p>
      {error && <Problem error={error} />}
      {data && sources.length === 0 && (
        <Note tone="wait">
          <p>{t.none}</p>
          <p>{t.noneNext}</p>
        </Note>
      )}
      {sources.length > 0 && <Choice of={sources} busy={busy} onAdd={onAdd} />}
      {refused.length > 0 && (
        <details className={`top-16 ${css.others}`} open={sources.length === 0}>
          <summary>{t.others}</summary>
          <ul className={`stack gap-10 ${css.items}`}>
            {refused.map(each => (
              <li className="anywhere round" key={each.url}>
                <p dir="ltr">{each.url}</p>
                <p className="soft">{each.error.message}</p>
                {READ_ALONE.has(each.error.code) && (
                  <Button onClick={() => onTake(each.url)}>{t.take}</Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

function Choice({
  of: sources,
  busy,
  onAdd,
}: {
  readonly of: readonly Found[]
  readonly busy: boolean
  onAdd(found: readonly Found[]): void
}) {
  const id = useId()
  const [chosen, setChosen] = useState(
    () => new Set(sources.length === 1 ? sources.map(({ url }) => url) : []),
  )
  const [isTried, setTried] = useState(false)
  const error = isTried && chosen.size === 0 ? t.choose : undefined
  const turn = (url: string, isOn: boolean) =>
    setChosen(new Set(isOn ? [...chosen, url] : [...chosen].filter(each => each !== url)))
  return (
    <form
      className={`stack anywhere gap-14 ${css.form}`}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (chosen.size > 0) onAdd(sources.filter(({ url }) => chosen.has(url)))
      }}
    >
      <fieldset aria-describedby={error && `${id}-error`}>
        <legend className="unseen">{t.title}</legend>
        <ul className={`stack gap-10 ${css.items}`}>
          {sources.map(({ url, name, events, count, more, titles }, index) => (
            <li className="anywhere round" key={url}>
              <Check
                label={
                  <strong>{t.label(wordOf({ events }), (events ? t.coming : t.items)(count, more))}</strong>
                }
                {...(name && { hint: name })}
                aria-describedby={`${id}-${index}`}
                aria-invalid={error ? true : undefined}
                checked={chosen.has(url)}
                onChange={event => turn(url, event.currentTarget.checked)}
              />
              <ul className={`soft second ${css.titles}`} id={`${id}-${index}`}>
                {titles.map(title => (
                  <li key={title} dir="auto">
                    {title}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </fieldset>
      <div role="alert">
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
      <div className={`row gap-10 ${css.acts}`}>
        <Button look="primary" type="submit" off={busy}>
          {t.add(chosen.size)}
        </Button>
      </div>
    </form>
  )
}
