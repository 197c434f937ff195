import { type ChangeEvent, useId } from 'react'
import type { Document, ShownImage } from '../api/contract.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { number } from '../words/format.ts'
import css from './attached.module.css'
import { type Going, useFiles } from './files.ts'
import { t } from './texts.ts'

const MOST_IMAGES = 10
const MOST_DOCUMENTS = 5

interface Held {
  readonly images: readonly ShownImage[]
  readonly documents: readonly Document[]
}

/** Photographs and documents: chosen or taken with the telephone, put in order by buttons, told to who does not see them. */
export function Attached({
  acteurId,
  images,
  documents,
  showErrors,
  onChange,
}: Held & {
  readonly acteurId: string
  readonly showErrors: boolean
  readonly onChange: (change: (held: Held) => Partial<Held>) => void
}) {
  const files = useFiles(acteurId, ({ image, document, id }) =>
    onChange(held => {
      const isThere = [...held.images, ...held.documents].some(one => one.id === id)
      if (image && !isThere) return { images: [...held.images, { ...image, alt: '' }].slice(0, MOST_IMAGES) }
      if (document && !isThere) return { documents: [...held.documents, document].slice(0, MOST_DOCUMENTS) }
      return {}
    }),
  )
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    files.send([...(currentTarget.files ?? [])])
    currentTarget.value = ''
  }
  const move = (at: number, by: number) =>
    onChange(held => {
      const next = [...held.images]
      const [one] = next.splice(at, 1)
      if (one) next.splice(at + by, 0, one)
      return { images: next }
    })
  return (
    <fieldset className={css.attached}>
      <legend>{t.files.title}</legend>
      <p className={css.hint}>{t.files.hint}</p>
      {images.length > 0 && (
        <ol className={css.images}>
          {images.map((image, at) => (
            <li key={image.id}>
              <img src={image.url} width={image.width} height={image.height} alt="" />
              <div>
                <Field
                  label={t.files.alt}
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
                <p className={css.acts}>
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
                    {t.files.removeImage}
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
            <li key={id}>
              <Icon name="book" />
              <span>
                {name} <small>({weight(bytes)})</small>
              </span>
              <Button
                look="quiet"
                icon="bin"
                onClick={() => onChange(held => ({ documents: held.documents.filter(one => one.id !== id) }))}
              >
                {t.files.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ul className={css.going} aria-live="polite">
        {files.going.map(one => (
          <OnTheWay key={one.key} one={one} again={() => files.again(one)} drop={() => files.drop(one)} />
        ))}
      </ul>
      <div className={css.choose}>
        {images.length < MOST_IMAGES && (
          <Choose label={t.files.photo} accept="image/*" icon="eye" onChange={take} />
        )}
        {documents.length < MOST_DOCUMENTS && (
          <Choose label={t.files.document} accept="application/pdf" icon="book" onChange={take} />
        )}
      </div>
    </fieldset>
  )
}

/** The browser's own: on a telephone it offers the camera. */
function Choose({
  label,
  accept,
  icon,
  onChange,
}: {
  readonly label: string
  readonly accept: string
  readonly icon: 'eye' | 'book'
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
}) {
  const id = useId()
  return (
    <span className={css.chooser}>
      <input id={id} type="file" accept={accept} multiple onChange={onChange} />
      <label htmlFor={id}>
        <Icon name={icon} /> {label}
      </label>
    </span>
  )
}

function OnTheWay({
  one: { file, share, failure, again: mayHelp },
  again,
  drop,
}: {
  readonly one: Going
  readonly again: () => void
  readonly drop: () => void
}) {
  return (
    <li>
      <span className={css.name}>{file.name}</span>
      {failure ? (
        <p className={css.failure}>
          <Icon name="warn" small /> {failure}
        </p>
      ) : (
        <progress aria-label={t.files.sending(file.name)} value={share < 1 ? share : undefined} />
      )}
      <span className={css.acts}>
        {failure && mayHelp && <Button onClick={again}>{t.files.again}</Button>}
        <Button look="quiet" onClick={drop}>
          {failure ? t.files.drop : t.files.stop}
        </Button>
      </span>
    </li>
  )
}

/** 240 ko, 1,8 Mo. */
function weight(bytes: number): string {
  const mega = bytes / 1_000_000
  return mega < 1
    ? t.files.kilo(number(Math.max(1, Math.round(bytes / 1_000))))
    : t.files.mega(number(Math.round(mega * 10) / 10))
}
