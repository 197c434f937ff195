import { namesOf } from '../../../shared/fields/field.ts'
import { LINES } from '../../../shared/fields/publications.ts'
import { unbroken } from '../../../shared/typography.ts'
import { ALERT_LEVELS } from '../../../shared/words/publications.ts'
import type { Document, ShownImage } from '../../kit/api/contract.ts'
import { Chip, type Tone } from '../../kit/ui/chip.tsx'
import { EventDays } from '../../kit/ui/event-days.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Markdown } from '../../kit/ui/markdown.tsx'
import { endInWords } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { LEVEL_TONES } from '../publications/state.ts'
import { t } from './texts.ts'
import type { Words } from './typed.ts'
import css from './write.module.css'

const TONES: Readonly<Record<string, Tone>> = { alerte: 'bad', evenement: 'plum', actualite: 'info' }

export interface Looked
  extends Omit<Words, 'type_id' | 'commune_id' | 'commune_ids' | 'images' | 'documents'> {
  readonly type: { readonly slug: string; readonly nom: string } | undefined
  readonly images: readonly ShownImage[]
  readonly documents: readonly Document[]
  readonly by: string
}

/** A preview as the public sees it, by the component of the moderation desk. */
export const Preview = ({ of }: { readonly of: Looked }) => (
  <article className={css.preview}>
    {of.type && <Chip tone={TONES[of.type.slug] ?? 'plain'}>{of.type.nom}</Chip>}
    {of.niveau && <Chip tone={LEVEL_TONES[of.niveau]}>{labelOf(ALERT_LEVELS[of.niveau])}</Chip>}
    {of.images.length > 0 && (
      <div className={css.pictures}>
        {of.images.map(({ id, url, width, height, alt }) => (
          <img key={id} src={url} width={width} height={height} alt={alt} />
        ))}
      </div>
    )}
    <h3 dir="auto">
      {of.title ? unbroken(of.title) : <span className={css.missing}>{t.look.noTitle}</span>}
    </h3>
    {of.date_debut && (
      <div className={css.when}>
        <Icon name="clock" />
        <div>
          <EventDays of={{ ...of, date_debut: of.date_debut }} named />
        </div>
      </div>
    )}
    {of.fin_le && (
      <p className={css.when}>
        <Icon name="clock" /> {t.look.until(endInWords(new Date(of.fin_le), new Date()))}
      </p>
    )}
    {namesOf(LINES).map(
      name =>
        of[name] && (
          <p key={name} className={css.when} dir="auto">
            {name === 'lieu' ? <Icon name="home" /> : <strong>{labelOf(LINES[name])}</strong>} {of[name]}
          </p>
        ),
    )}
    {of.body ? <Markdown text={of.body} /> : <p className={css.missing}>{t.look.noBody}</p>}
    {of.source_url && /^https?:\/\/\S/i.test(of.source_url) && (
      <p className={css.more}>
        <a href={of.source_url} target="_blank" rel="noreferrer noopener">
          {t.look.more}
        </a>
      </p>
    )}
    {of.documents.length > 0 && (
      <ul className={css.papers}>
        {of.documents.map(({ id, name, url }) => (
          <li key={id}>
            <Icon name="book" small />{' '}
            <a href={url} target="_blank" rel="noreferrer noopener">
              {name}
            </a>
          </li>
        ))}
      </ul>
    )}
    <p className={css.by}>{of.by}</p>
  </article>
)
