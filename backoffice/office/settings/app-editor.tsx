import { useState } from 'react'
import type { AppSource } from '../../kit/api/contract.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Failure, Note, sentenceOf } from '../../kit/ui/message.tsx'
import { useOneAtATime } from '../../kit/ui/one-at-a-time.ts'
import { Actions } from '../../kit/ui/section.tsx'
import { t } from './apps-texts.ts'
import css from './settings.module.css'
import { type Chosen, Several } from './several.tsx'

const SLUG = /^[a-z0-9_-]{1,40}$/
const idsOf = (chosen: readonly Chosen[]) => (chosen.length > 0 ? chosen.map(({ id }) => id) : null)

/** What an app is called and what it shows. Changed by two at once, the second one is told, and saves again to keep theirs. */
export function AppEditor({
  app,
  onDone,
  onSaved,
}: {
  readonly app: AppSource | undefined
  readonly onDone: () => void
  readonly onSaved: () => Promise<unknown>
}) {
  const [nom, setNom] = useState(app?.nom ?? '')
  const [slug, setSlug] = useState(app?.slug ?? '')
  const [communes, setCommunes] = useState<readonly Chosen[]>(app?.communes ?? [])
  const [acteurs, setActeurs] = useState<readonly Chosen[]>(app?.acteurs ?? [])
  const [failure, setFailure] = useState<unknown>()
  const [isTried, setTried] = useState(false)
  const isStale = failure instanceof Refused && failure.code === 'stale_version'
  const isFit = SLUG.test(slug)
  const save = useOneAtATime(async () => {
    setTried(true)
    setFailure(undefined)
    if (!isFit) return
    const shown = { commune_ids: idsOf(communes), acteur_ids: idsOf(acteurs) }
    const body = { nom: nom.trim() || null, ...(app?.whole ? {} : shown) }
    let refused: unknown
    try {
      await (app
        ? call('PATCH /api/v1/admin/app-sources/{slug}', { params: { slug }, body, version: app.version })
        : call('POST /api/v1/admin/app-sources', { body: { slug, ...body } }))
      onDone()
    } catch (error) {
      refused = error
    }
    await onSaved()
    // Shown once the newest version is here: until then a second save would be ignored.
    setFailure(refused)
  })
  return (
    <form
      className={css.editor}
      noValidate
      aria-label={app ? t.changeThis(app.nom ?? app.slug) : t.adding}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      {isStale && (
        <div role="alert">
          <Note tone="wait">{t.stale}</Note>
        </div>
      )}
      <Field
        label={t.nom}
        hint={t.nomHint}
        maxLength={100}
        optional
        autoFocus
        autoComplete="off"
        dir="auto"
        value={nom}
        onChange={event => setNom(event.currentTarget.value)}
      />
      {!app && (
        <Field
          label={t.slug}
          hint={t.slugHint}
          error={isTried && !isFit ? t.slugWrong : undefined}
          maxLength={40}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={slug}
          onChange={event => setSlug(event.currentTarget.value.toLowerCase())}
        />
      )}
      {!app?.whole && (
        <>
          <Several
            kind="communes"
            label={t.addCommune}
            none={t.noCommune}
            chosen={communes}
            onChange={setCommunes}
          />
          <Several
            kind="acteurs"
            label={t.addActeur}
            none={t.noActeur}
            chosen={acteurs}
            onChange={setActeurs}
          />
        </>
      )}
      {failure !== undefined && !isStale && <Failure>{sentenceOf(failure)}</Failure>}
      <Actions>
        <Button look="primary" type="submit">
          {t.save}
        </Button>
        <Button onClick={onDone}>{t.leave}</Button>
      </Actions>
    </form>
  )
}
