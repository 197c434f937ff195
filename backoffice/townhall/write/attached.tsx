import type { Document, ShownImage, Upload } from '../../kit/api/contract.ts'
import { Button, IconButton } from '../../kit/ui/button.tsx'
import { ChooseFile } from '../../kit/ui/choose-file.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { fileSize } from '../../kit/words/format.ts'
import css from './attached.module.css'
import { MOST_DOCUMENTS, MOST_IMAGES, type useFiles } from './files.ts'
import { RoomLeft } from './room-left.tsx'
import { OnTheWay } from './sending.tsx'
import { t } from './texts.ts'
import { isMissingTheirWords } from './told-in-text.ts'

const PDF = 'application/pdf'

interface Held {
  readonly images: readonly ShownImage[]
  readonly documents: readonly Document[]
}

/** Photographs and documents, each with its description, in their order. */
export function Attached({
  files,
  body,
  images,
  documents,
  showErrors,
  error,
  onChange,
}: Held & {
  readonly files: ReturnType<typeof useFiles>
  readonly body: string
  readonly showErrors: boolean
  /** An upload is not finished. */
  readonly error: string | undefined
  readonly onChange: (change: (held: Held) => Partial<Held>) => void
}) {
  const onTheWay = (isDocument: boolean) =>
    files.going.filter(one => !one.failure && (one.file.type === PDF) === isDocument).length
  const room = {
    images: MOST_IMAGES - images.length - onTheWay(false),
    documents: MOST_DOCUMENTS - documents.length - onTheWay(true),
  }
  const move = (at: number, by: number) =>
    onChange(held => {
      const next = [...held.images]
      const [one] = next.splice(at, 1)
      if (one) next.splice(at + by, 0, one)
      return { images: next }
    })
  return (
    <fieldset aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <legend>{t.files.title}</legend>
      <p className={css.hint}>{t.files.hint}</p>
      {images.length > 0 && (
        <ol className={`stack gap-14 ${css.images}`}>
          {images.map((image, at) => (
            <li key={image.id} className="stack gap-14 card">
              <img src={image.url} width={image.width} height={image.height} alt="" />
              <div>
                <Field
                  label={t.files.alt(images.length > 1 ? at + 1 : undefined)}
                  hint={t.files.altHint}
                  value={image.alt}
                  maxLength={500}
                  autoComplete="off"
                  error={showErrors && image.alt.trim() === '' ? t.wrong.alt : undefined}
                  onChange={({ currentTarget: { value: alt } }) =>
                    onChange(held => ({
                      images: held.images.map(one => (one.id === image.id ? { ...one, alt } : one)),
                    }))
                  }
                />
                <p className="row gap-4 middle">
                  {images.length > 1 && (
                    <>
                      <IconButton
                        icon="up"
                        label={t.files.up(at + 1)}
                        off={at === 0}
                        onClick={() => move(at, -1)}
                      />
                      <IconButton
                        icon="down"
                        label={t.files.down(at + 1)}
                        off={at === images.length - 1}
                        onClick={() => move(at, 1)}
                      />
                    </>
                  )}
                  <Button
                    look="quiet"
                    icon="bin"
                    onClick={() =>
                      onChange(held => ({ images: held.images.filter(({ id }) => id !== image.id) }))
                    }
                  >
                    {t.files.removeImage(images.length > 1 ? at + 1 : undefined)}
                  </Button>
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
      {documents.length > 0 && (
        <ul className={css.documents}>
          {documents.map(({ id, name, bytes }) => (
            <li className="row middle gap-8-12" key={id}>
              <Icon name="book" />
              <span className="anywhere fits">
                {name} <small className="soft">({fileSize(bytes)})</small>
              </span>
              <Button
                look="quiet"
                icon="bin"
                aria-label={`${t.files.remove} ${name}`}
                onClick={() => onChange(held => ({ documents: held.documents.filter(one => one.id !== id) }))}
              >
                {t.files.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {isMissingTheirWords({ body, images, documents }) && (
          <Note tone="info" icon="pen">
            {t.files.sayIt}
          </Note>
        )}
      </div>
      <OnTheWay files={files} />
      {error && (
        <p className={`bad second medium ${css.error}`}>
          <Icon name="warn" small /> {error}
        </p>
      )}
      {images.length + documents.length > 0 && (
        <p className={css.hint}>{t.files.roomHere(Math.max(0, room.images), Math.max(0, room.documents))}</p>
      )}
      <RoomLeft acteurId={files.acteurId} />
      <div className="row gap-12">
        {images.length < MOST_IMAGES && (
          <ChooseFile
            label={t.files.photo}
            accept="image/*"
            icon="picture"
            onChoose={chosen => files.send(chosen, room.images, t.files.mostPhotos)}
          />
        )}
        {documents.length < MOST_DOCUMENTS && (
          <ChooseFile
            label={t.files.document}
            accept={PDF}
            icon="book"
            onChoose={chosen => files.send(chosen, room.documents, t.files.mostDocuments)}
          />
        )}
      </div>
    </fieldset>
  )
}

/** Adds a finished upload, once. */
export function withArrived(held: Held, { image, document, id }: Upload): Partial<Held> {
  const isThere = [...held.images, ...held.documents].some(one => one.id === id)
  if (image && !isThere) return { images: [...held.images, { ...image, alt: '' }].slice(0, MOST_IMAGES) }
  if (document && !isThere) return { documents: [...held.documents, document].slice(0, MOST_DOCUMENTS) }
  return {}
}
