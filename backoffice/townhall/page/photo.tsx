import type { OwnActeur, ShownImage } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { FormHead, FormState } from '../../kit/forms/form-state.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { ChooseFile } from '../../kit/ui/choose-file.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { useFiles } from '../write/files.ts'
import { RoomLeft } from '../write/room-left.tsx'
import { OnTheWay } from '../write/sending.tsx'
import css from './fiche.module.css'
import { newestActeur, savedActeur } from './own-acteur.ts'
import { t } from './texts.ts'

/** The one photograph of the page, saved by itself. Its description is required. */
export function Photo({ acteur }: { readonly acteur: OwnActeur }) {
  const form = useRecord<OwnActeur, { readonly image: ShownImage | null }>({
    key: `fiche ${acteur.id} photo`,
    record: acteur,
    typedOf: ({ image }) => ({ image }),
    labels: { image: t.photo.alt },
    check: ({ image }) => ({ image: image?.alt.trim() === '' ? t.photo.untold : undefined }),
    async send({ image }, { version }) {
      const { data } = await call('PATCH /api/v1/me/acteurs/{id}', {
        params: { id: acteur.id },
        body: { image: image && { id: image.id, alt: image.alt.trim() } },
        version,
      })
      savedActeur(data)
      return data
    },
    reread: () => newestActeur(acteur.id),
    say: (_, { image }) => image?.alt ?? '',
  })
  const { image } = form.value
  const files = useFiles(acteur.id, sent => sent.image && form.type({ image: { ...sent.image, alt: '' } }))
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <Section title={t.photo.title}>
        <p className="soft second">{t.photo.about}</p>
        <FormHead of={form} />
        {image && (
          <>
            <img
              className={`wide round ${css.photo}`}
              src={image.url}
              width={image.width}
              height={image.height}
              alt=""
            />
            <Field
              label={t.photo.alt}
              hint={t.photo.altHint}
              value={image.alt}
              maxLength={500}
              autoComplete="off"
              error={form.errors.image}
              onChange={event => form.type({ image: { ...image, alt: event.currentTarget.value } })}
            />
          </>
        )}
        <OnTheWay files={files} />
        <RoomLeft acteurId={acteur.id} />
        <div className="row gap-12 middle">
          <ChooseFile
            label={image ? t.photo.other : t.photo.choose}
            accept="image/*"
            icon="picture"
            single
            onChoose={chosen => files.send(chosen)}
          />
          {image && (
            <Button look="quiet" icon="bin" onClick={() => form.type({ image: null })}>
              {t.photo.remove}
            </Button>
          )}
        </div>
        <FormState of={form} saved={t.saved} />
        {form.isTyped && (
          <Actions>
            <Button look="primary" type="submit" off={form.busy}>
              {t.photo.save}
            </Button>
          </Actions>
        )}
      </Section>
    </form>
  )
}
