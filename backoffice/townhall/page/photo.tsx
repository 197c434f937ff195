import { useState } from 'react'
import type { OwnActeur, ShownImage } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Note, Problem } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { useFiles } from '../write/files.ts'
import { Choose, OnTheWay } from '../write/sending.tsx'
import css from './fiche.module.css'
import { t } from './texts.ts'

/** The one photograph of the page: chosen, told to who does not see it, and saved by itself. */
export function Photo({
  acteur,
  onSaved,
}: {
  readonly acteur: OwnActeur
  readonly onSaved: (now: OwnActeur) => void
}) {
  const [image, setImage] = useState<ShownImage | null>(acteur.image)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [isUntold, setUntold] = useState(false)
  const change = (next: ShownImage | null) => {
    setDone(false)
    setUntold(false)
    setImage(next)
  }
  const files = useFiles(acteur.id, sent => sent.image && change({ ...sent.image, alt: '' }))
  const isSame = image?.id === acteur.image?.id && image?.alt === acteur.image?.alt
  const save = async () => {
    const alt = image?.alt.trim()
    setUntold(alt === '')
    if (busy || isSame || alt === '') return
    setBusy(true)
    setFailure(undefined)
    try {
      const { data } = await call('PATCH /api/v1/me/acteurs/{id}', {
        params: { id: acteur.id },
        body: { image: image && { id: image.id, alt: alt ?? '' } },
        version: acteur.version,
      })
      setImage(data.image)
      setDone(true)
      onSaved(data)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Section title={t.photo.title}>
        <p className={css.soft}>{t.photo.about}</p>
        {image && (
          <>
            <img className={css.photo} src={image.url} width={image.width} height={image.height} alt="" />
            <Field
              label={t.photo.alt}
              hint={t.photo.altHint}
              value={image.alt}
              maxLength={500}
              autoComplete="off"
              error={isUntold ? t.photo.untold : undefined}
              onChange={event => change({ ...image, alt: event.currentTarget.value })}
            />
          </>
        )}
        <OnTheWay files={files} />
        <div className={css.choose}>
          <Choose
            label={image ? t.photo.other : t.photo.choose}
            accept="image/*"
            icon="eye"
            single
            onChoose={chosen => files.send(chosen)}
          />
          {image && (
            <Button look="quiet" icon="bin" onClick={() => change(null)}>
              {t.photo.remove}
            </Button>
          )}
        </div>
        {failure !== undefined && <Problem error={failure} />}
        <div role="status">{done && <Note tone="ok">{t.saved}</Note>}</div>
        {!isSame && (
          <Actions>
            <Button look="primary" type="submit" off={busy}>
              {t.photo.save}
            </Button>
          </Actions>
        )}
      </Section>
    </form>
  )
}
