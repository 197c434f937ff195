import type { ShownImage } from '../../kit/api/contract.ts'
import { fileSize } from '../../kit/words/format.ts'
import { Removable } from './illegal.tsx'
import css from './picture.module.css'
import type { Publication } from './rules.ts'
import { t } from './texts.ts'

/** The pictures of a publication with their descriptions, and its documents. */

export const Pictures = ({ images }: { readonly images: readonly ShownImage[] }) => (
  <div className={`stack gap-16 to-680 ${css.own}`}>
    {images.map(image => (
      <figure key={image.id}>
        <Removable address={image.url}>
          <Sources image={image} />
          <figcaption className={image.alt ? undefined : css.untold} dir="auto">
            {image.alt || t.picture.untold}
          </figcaption>
        </Removable>
      </figure>
    ))}
  </div>
)

function Sources({
  image: { sources, url, width, height, alt, placeholder },
}: {
  readonly image: ShownImage
}) {
  const webp = sources.filter(({ type }) => type === 'image/webp')
  return (
    <picture>
      <source
        type="image/webp"
        srcSet={webp.map(one => `${one.url} ${one.width}w`).join(', ')}
        sizes="(min-width: 720px) 340px, 100vw"
      />
      <img
        className={css.picture}
        src={url}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
        style={{ backgroundImage: `url("${placeholder}")` }}
      />
    </picture>
  )
}

export const Documents = ({ documents }: Pick<Publication, 'documents'>) => (
  <ul className={css.documents}>
    {documents.map(({ id, name, bytes, url }) => (
      <li key={id}>
        <Removable address={url}>
          <a href={url} target="_blank" rel="noreferrer noopener">
            {name}
          </a>{' '}
          <span>({t.picture.weight(fileSize(bytes))})</span>
        </Removable>
      </li>
    ))}
  </ul>
)
