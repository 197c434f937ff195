import type { AppSource } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { Editor } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Field } from '../../kit/ui/field.tsx'
import { type Chosen, PickSeveral } from '../../kit/ui/pick-several.tsx'
import { nouns } from '../../kit/words/texts.ts'
import { t } from './apps-texts.ts'

const SLUG = /^[a-z0-9_-]{1,40}$/
const idsOf = (chosen: readonly Chosen[]) => (chosen.length > 0 ? chosen.map(({ id }) => id) : null)

interface Typed {
  readonly nom: string
  readonly slug: string
  readonly communes: readonly Chosen[]
  readonly acteurs: readonly Chosen[]
}

/** The form of an app: its name, and the communes and acteurs that it shows. */
export function AppEditor({
  app,
  onDone,
  onSaved,
}: {
  readonly app: AppSource | undefined
  readonly onDone: () => void
  /** Reloads the apps and answers them. */
  readonly onSaved: () => Promise<readonly AppSource[] | undefined>
}) {
  const form = useRecord<AppSource | undefined, Typed>({
    key: `app ${app?.slug ?? 'new'}`,
    record: app,
    typedOf: from => ({
      nom: from?.nom ?? '',
      slug: from?.slug ?? '',
      communes: from?.communes ?? [],
      acteurs: from?.acteurs ?? [],
    }),
    labels: { nom: nouns.nom, slug: t.slug, communes: t.addCommune, acteurs: t.addActeur },
    check: ({ slug }) => ({ slug: SLUG.test(slug) ? undefined : t.slugWrong }),
    async send({ nom, slug, communes, acteurs }, base) {
      const shown = { commune_ids: idsOf(communes), acteur_ids: idsOf(acteurs) }
      const body = { nom: nom.trim() || null, ...(base?.whole ? {} : shown) }
      await (base
        ? call('PATCH /api/v1/admin/app-sources/{slug}', { params: { slug }, body, version: base.version })
        : call('POST /api/v1/admin/app-sources', { body: { slug, ...body } }))
      // First, so that what is opened again shows what was saved.
      await onSaved()
      onDone()
    },
    reread: async () => (await onSaved())?.find(({ slug }) => slug === app?.slug),
    say: (name, typed) =>
      name === 'nom' || name === 'slug' ? typed[name] : typed[name].map(({ nom }) => nom).join(', '),
  })
  return (
    <Editor form={form} label={app ? t.changeThis(app.nom ?? app.slug) : t.adding} onDone={onDone}>
      <Field
        {...form.field('nom')}
        hint={t.nomHint}
        maxLength={100}
        optional
        autoFocus
        autoComplete="off"
        dir="auto"
      />
      {!app && (
        <Field
          {...form.field('slug')}
          hint={t.slugHint}
          maxLength={40}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={event => form.type({ slug: event.currentTarget.value.toLowerCase() })}
        />
      )}
      {!app?.whole && (
        <>
          <PickSeveral
            kind="communes"
            label={t.addCommune}
            none={t.noCommune}
            chosen={form.value.communes}
            onChange={communes => form.type({ communes })}
          />
          <PickSeveral
            kind="acteurs"
            label={t.addActeur}
            none={t.noActeur}
            chosen={form.value.acteurs}
            onChange={acteurs => form.type({ acteurs })}
          />
        </>
      )}
    </Editor>
  )
}
