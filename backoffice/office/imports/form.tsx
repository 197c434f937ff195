import { useQuery } from '@tanstack/react-query'
import type {
  ImportKind,
  ImportModeration,
  ImportSchedule,
  ImportSource,
  NewImportSource,
} from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { Check, Field, Select } from '../../kit/ui/field.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { KINDS } from './address.ts'
import css from './imports.module.css'
import { t } from './texts.ts'

/** The settings of a source as they are typed; what is wrong with them; and as the service takes them. */

export interface Typed {
  readonly nom: string
  readonly url: string
  readonly kind: ImportKind
  readonly acteur: string | undefined
  readonly commune: string | undefined
  readonly type: string
  readonly schedule: ImportSchedule
  readonly moderation: ImportModeration
  readonly most: string
  readonly age: string
  readonly key: string
  readonly dropsKey: boolean
}
export const BLANK: Typed = {
  nom: '',
  url: '',
  kind: 'auto',
  acteur: undefined,
  commune: undefined,
  type: '',
  schedule: 'daily',
  moderation: 'pending',
  most: '100',
  age: '',
  key: '',
  dropsKey: false,
}
export const typedOf = (source: ImportSource): Typed => ({
  nom: source.nom,
  url: source.url,
  kind: source.kind,
  acteur: source.acteur_id ?? undefined,
  commune: source.commune_id ?? undefined,
  type: source.type_id ?? '',
  schedule: source.schedule,
  moderation: source.moderation,
  most: String(source.options.max_items),
  age: source.options.max_age_days === null ? '' : String(source.options.max_age_days),
  key: '',
  dropsKey: false,
})

const isFigure = (text: string, most: number) => /^\d{1,4}$/.test(text) && +text >= 1 && +text <= most
type Errors = Partial<Record<keyof Typed, string | undefined>>
export const errorsOf = ({ nom, url, most, age }: Typed): Errors => ({
  ...(nom.trim() === '' && { nom: t.form.missing }),
  ...(url.trim() === '' && { url: t.form.missing }),
  ...(!isFigure(most.trim(), 500) && { most: t.form.figure(1, 500) }),
  ...(age.trim() !== '' && !isFigure(age.trim(), 3650) && { age: t.form.figure(1, 3650) }),
})

export const settingsOf = (typed: Typed): NewImportSource => ({
  nom: typed.nom.trim(),
  url: typed.url.trim(),
  kind: typed.kind,
  acteur_id: typed.acteur ?? null,
  commune_id: typed.commune ?? null,
  type_id: typed.type || null,
  schedule: typed.schedule,
  moderation: typed.moderation,
  options: {
    max_items: Number(typed.most),
    max_age_days: typed.age.trim() === '' ? null : Number(typed.age),
    ...(typed.dropsKey ? { api_key: null } : typed.key.trim() !== '' && { api_key: typed.key.trim() }),
  },
})

const HOUR_MS = 3_600_000

export function SettingsFields({
  typed,
  errors,
  hasKey,
  onType,
}: {
  readonly typed: Typed
  readonly errors: Errors
  readonly hasKey: boolean
  onType(next: Typed): void
}) {
  const types = useQuery({
    ...reading('GET /api/v1/publications/types', { query: { with_retired: true } }),
    staleTime: HOUR_MS,
  }).data?.data
  const choosable = types?.filter(({ id, retired }) => !retired || id === typed.type)
  const field = (name: keyof Typed) => ({
    label: t.form[name as keyof typeof t.form] as string,
    value: typed[name] as string,
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      onType({ ...typed, [name]: value }),
  })
  const choices = (of: Readonly<Record<string, string>>, some = Object.keys(of)) =>
    some.map(value => (
      <option key={value} value={value}>
        {of[value]}
      </option>
    ))
  return (
    <>
      <Field
        {...field('url')}
        type="url"
        hint={t.form.urlHint}
        maxLength={2000}
        autoComplete="off"
        dir="ltr"
      />
      <Field {...field('nom')} hint={t.form.nomHint} maxLength={200} autoComplete="off" dir="auto" />
      <div className={css.pair}>
        <Picker
          kind="acteurs"
          label={t.form.acteur}
          hint={t.form.acteurHint}
          optional
          value={typed.acteur}
          onChange={acteur => onType({ ...typed, acteur })}
        />
        <Picker
          kind="communes"
          label={t.form.commune}
          hint={t.form.communeHint}
          optional
          value={typed.commune}
          onChange={commune => onType({ ...typed, commune })}
        />
      </div>
      <div className={css.pair}>
        <Select {...field('schedule')}>{choices(t.schedule)}</Select>
        <Select {...field('moderation')}>{choices(t.moderation)}</Select>
      </div>
      <div className={css.pair}>
        <Select {...field('kind')} label={t.kindLabel}>
          {choices(t.kind, [...KINDS])}
        </Select>
        <Select {...field('type')}>
          <option value="">{t.form.typeAny}</option>
          {choosable?.map(({ id, nom }) => (
            <option key={id} value={id}>
              {nom}
            </option>
          ))}
        </Select>
      </div>
      <div className={css.pair}>
        <Field {...field('most')} inputMode="numeric" autoComplete="off" />
        <Field {...field('age')} hint={t.form.ageHint} optional inputMode="numeric" autoComplete="off" />
      </div>
      <Field
        {...field('key')}
        hint={hasKey ? t.form.keyHeld : t.form.keyHint}
        optional
        type="password"
        autoComplete="new-password"
        maxLength={500}
      />
      {hasKey && (
        <Check
          label={t.form.keyDrop}
          checked={typed.dropsKey}
          onChange={event => onType({ ...typed, dropsKey: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
