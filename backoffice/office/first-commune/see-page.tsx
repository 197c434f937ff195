import { Link } from '@tanstack/react-router'
import type { CommuneRecord } from '../../kit/api/contract.ts'
import { frontPageOf } from '../../kit/place.ts'
import { Button, classOf } from '../../kit/ui/button.tsx'
import css from './first-commune.module.css'
import { t } from './texts.ts'

/** The pages of the commune, and what comes next. */
export function SeePage({ commune, onDone }: { readonly commune: CommuneRecord; onDone(): void }) {
  const page = frontPageOf(commune.slug)
  const params = { id: commune.id }
  return (
    <div className={`stack gap-14 top-8 ${css.form}`}>
      <p className={css.soft}>{page ? t.pageAbout : t.pageOff}</p>
      <p>{t.nextAbout}</p>
      <ul className={css.list}>
        <li>
          <Link to="/communes/$id" params={params} search={{ onglet: 'infos' }}>
            {t.nextInfos}
          </Link>
        </li>
        <li>
          <Link to="/communes/$id" params={params} search={{ onglet: 'elus' }}>
            {t.nextElus}
          </Link>
        </li>
        <li>
          <Link to="/communes/$id" params={params} search={{ onglet: 'place' }}>
            {t.nextPlace}
          </Link>
        </li>
        <li>
          <Link to="/communes/$id" params={params} search={{ onglet: 'acteurs' }}>
            {t.nextActeurs}
          </Link>
        </li>
      </ul>
      <div className={`row middle ${css.acts}`}>
        {page && (
          <a className={classOf('primary')} href={page} target="_blank" rel="noreferrer">
            {t.see}
          </a>
        )}
        <Button look={page ? 'plain' : 'primary'} onClick={onDone}>
          {t.finish}
        </Button>
      </div>
    </div>
  )
}
