import { useQuery } from '@tanstack/react-query'
import { isLink, linkOf, withHttp } from '../../../shared/typed/link.ts'
import type {
  ImportKind,
  ImportModeration,
  ImportSchedule,
  ImportSource,
  ImportWhenGone,
  NewImportSource,
} from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import type { Errors, Fields } from '../../kit/forms/record.ts'
import { Check, Field, FieldRow, Select } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { nouns } from '../../kit/words/texts.ts'
import { type ChosenColumns, saidColumns } from './columns.tsx'
import { t as columnTexts } from './columns-texts.ts'
import css from './imports.module.css'
import { t } from './texts.ts'

/** The settings of a source: typed values, their errors, and the request body. */

export interface Typed {
  readonly nom: string
  readonly url: string
  readonly kind: ImportKind
  readonly acteur_id: string | undefined
  readonly commune_id: string | undefined
  readonly type_id: string
  readonly schedule: ImportSchedule
  readonly moderation: ImportModeration
  readonly max_items: string
  readonly max_age_days: string
  readonly when_gone: ImportWhenGone
  readonly api_key: string
  readonly dropsKey: boolean
  /** Which column of a CSV file holds which field. Null: recognised by the column names. */
  readonly columns: ChosenColumns | null
}
export const BLANK: Typed = {
  nom: '',
  url: '',
  kind: 'auto',
  acteur_id: undefined,
  commune_id: undefined,
  type_id: '',
  schedule: 'daily',
  moderation: 'pending',
  max_items: '100',
  max_age_days: '',
  when_gone: 'ask',
  api_key: '',
  dropsKey: false,
  columns: null,
}
export const typedOf = (source: ImportSource): Typed => ({
  nom: source.nom,
  url: source.url,
  kind: source.kind,
  acteur_id: source.acteur_id ?? undefined,
  commune_id: source.commune_id ?? undefined,
  type_id: source.type_id ?? '',
  schedule: source.schedule,
  moderation: source.moderation,
  max_items: String(source.options.max_items),
  max_age_days: source.options.max_age_days === null ? '' : String(source.options.max_age_days),
  when_gone: source.options.when_gone,
  api_key: '',
  dropsKey: false,
  columns: source.options.columns,
})

const isFigure = (text: string, most: number) => /^\d{1,4}$/.test(text) && +text >= 1 && +text <= most
export const errorsOf = ({
  nom,
  url,
  max_items: most,
  max_age_days: age,
  columns,
}: Typed): Errors<Typed> => ({
  ...(nom.trim() === '' && { nom: t.form.missing }),
  ...(!isLink(linkOf(withHttp(url.trimStart()))) && { url: t.form.noAddress }),
  ...(!isFigure(most.trim(), 500) && { max_items: t.form.figure(1, 500) }),
  ...(age.trim() !== '' && !isFigure(age.trim(), 3650) && { max_age_days: t.form.figure(1, 3650) }),
  ...(columns !== null && !columns.title && { columns: columnTexts.missing }),
})

export const settingsOf = (typed: Typed): NewImportSource => ({
  nom: typed.nom.trim(),
  url: linkOf(typed.url),
  kind: typed.kind,
  acteur_id: typed.acteur_id ?? null,
  commune_id: typed.commune_id ?? null,
  type_id: typed.type_id || null,
  schedule: typed.schedule,
  moderation: typed.moderation,
  options: {
    max_items: Number(typed.max_items),
    max_age_days: typed.max_age_days.trim() === '' ? null : Number(typed.max_age_days),
    when_gone: typed.when_gone,
    columns: typed.columns?.title ? { ...typed.columns, title: typed.columns.title } : null,
    ...(typed.dropsKey
      ? { api_key: null }
      : typed.api_key.trim() !== '' && { api_key: typed.api_key.trim() }),
  },
})

const HOUR_MS = 3_600_000

export const LABELS = {
  ...t.form,
  kind: t.kindLabel,
  acteur_id: nouns.acteur,
  commune_id: nouns.commune,
  type_id: t.form.type,
  max_items: t.form.most,
  max_age_days: t.form.age,
  when_gone: t.form.whenGone,
  api_key: t.form.key,
  columns: columnTexts.title,
}

/** A choice in words, for the version conflict. */
export function say(name: keyof Typed, typed: Typed, source: ImportSource | undefined): string | undefined {
  switch (name) {
    case 'acteur_id':
      return source && (source.acteur?.nom ?? '')
    case 'commune_id':
      return source && (source.commune?.nom ?? '')
    case 'type_id':
      return source && (source.type?.nom ?? t.form.typeAny)
    case 'kind':
      return t.kind[typed.kind]
    case 'schedule':
      return t.schedule[typed.schedule]
    case 'when_gone':
      return t.whenGone[typed.when_gone]
    case 'moderation':
      return t.moderation[typed.moderation]
    case 'columns':
      return saidColumns(typed.columns)
    case 'api_key':
    case 'dropsKey':
      return undefined
    default:
      return typed[name]
  }
}

export function SettingsFields({
  form: { value: typed, errors, type, field },
  isNew,
  hasKey,
}: {
  readonly form: Fields<Typed>
  /** A source needs its address alone: what has a default is folded. */
  readonly isNew: boolean
  readonly hasKey: boolean
}) {
  const types = useQuery({
    ...reading('GET /api/v1/publications/types', { query: { with_retired: true } }),
    staleTime: HOUR_MS,
  }).data?.data
  const choosable = types?.filter(({ id, retired }) => !retired || id === typed.type_id)
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
      <FieldRow>
        <Picker
          kind="acteurs"
          label={nouns.acteur}
          hint={t.form.acteurHint}
          optional
          value={typed.acteur_id}
          error={errors.acteur_id}
          onChange={acteur_id => type({ acteur_id })}
        />
        <Picker
          kind="communes"
          label={nouns.commune}
          hint={t.form.communeHint}
          optional
          value={typed.commune_id}
          error={errors.commune_id}
          onChange={commune_id => type({ commune_id })}
        />
      </FieldRow>
      <details open={!isNew}>
        <summary>{t.form.reading}</summary>
        <div className={css.folded}>
          <Field {...field('nom')} hint={t.form.nomHint} maxLength={200} autoComplete="off" dir="auto" />
          <FieldRow>
            <Select {...field('schedule')}>
              <Options of={Object.entries(t.schedule)} />
            </Select>
            <Select {...field('moderation')}>
              <Options of={Object.entries(t.moderation)} />
            </Select>
          </FieldRow>
          <FieldRow>
            <Select {...field('kind')}>
              <Options of={Object.entries(t.kind)} />
            </Select>
            <Select {...field('type_id')}>
              <Options none={t.form.typeAny} of={(choosable ?? []).map(({ id, nom }) => [id, nom])} />
            </Select>
          </FieldRow>
          <FieldRow>
            <Field {...field('max_items')} inputMode="numeric" autoComplete="off" />
            <Field
              {...field('max_age_days')}
              hint={t.form.ageHint}
              optional
              inputMode="numeric"
              autoComplete="off"
            />
          </FieldRow>
          <Select {...field('when_gone')} hint={t.form.whenGoneHint}>
            <Options of={Object.entries(t.whenGone)} />
          </Select>
          <Field
            {...field('api_key')}
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
              onChange={event => type({ dropsKey: event.currentTarget.checked })}
            />
          )}
        </div>
      </details>
    </>
  )
}
