import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OwnPublication } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { usePerson } from '../../kit/person.ts'
import { Icon } from '../../kit/ui/icon.tsx'
import { Loading, Problem } from '../../kit/ui/message.tsx'
import { type Acteur, mayHold, mayPin, mayWrite, useActeur } from '../acteur.ts'
import { Page, Part } from '../layout.tsx'
import { Rows } from '../publications/row.tsx'
import { Alerts } from './alerts.tsx'
import { AtAGlance } from './at-a-glance.tsx'
import { FirstStep } from './first-step.tsx'
import css from './home.module.css'
import { latestOf, READ } from './latest.ts'
import { t } from './texts.ts'
import { Unfinished, useUnfinished } from './unfinished.tsx'

/** The home page: what to write, what is read, what waits for the author, the latest publications, the user's rights. */
export function Home() {
  const acteur = useActeur()
  const [name = ''] = (usePerson()?.nom ?? '').split(' ')
  const latest = useQuery(
    reading('GET /api/v1/me/publications', { query: { acteur_id: acteur.acteur_id, per_page: READ } }),
  )
  const unfinished = useUnfinished(acteur, mayWrite(acteur))
  const above = new Set(
    [...unfinished.toCorrect, ...unfinished.refused, ...unfinished.next].map(({ id }) => id),
  )
  const isAbove = ({ id, en_vigueur }: OwnPublication) =>
    above.has(id) || (acteur.type === 'mairie' && en_vigueur)
  const rows = latest.data?.data ?? []
  const others = latestOf(rows.filter(one => !isAbove(one)))
  return (
    <Page title={t.hello(name)}>
      {mayWrite(acteur) && (
        <div className={`stack gap-12 top-18 ${css.large}`}>
          <Link className={css.write} to="/espace/ecrire">
            <Icon name="pen" /> {t.write}
          </Link>
          {acteur.type === 'mairie' && (
            <Link className={css.alert} to="/espace/ecrire" search={{ type: 'alerte' }}>
              <span className="flex middle gap-10">
                <Icon name="warn" /> {t.alert}
              </span>
              <small>{t.alertAbout}</small>
            </Link>
          )}
        </div>
      )}
      <AtAGlance acteur={acteur} />
      {acteur.type === 'mairie' && <Alerts />}
      <Unfinished of={unfinished} />
      {latest.isPending && <Loading />}
      {latest.error && <Problem error={latest.error} retry={() => void latest.refetch()} />}
      {latest.data && rows.length === 0 && mayWrite(acteur) && <FirstStep />}
      {others.length > 0 && (
        <Part title={t.last.title}>
          <Rows of={others} within />
          <p className={css.next}>
            <Link to="/espace/publications">{t.last.all}</Link>
          </p>
        </Part>
      )}
      <Rights acteur={acteur} />
    </Page>
  )
}

/** The user's rights in sentences. */
function Rights({ acteur }: { readonly acteur: Acteur }) {
  const isMairie = acteur.type === 'mairie'
  const sentences = mayWrite(acteur)
    ? [
        acteur.publishes_at_once ? t.may.atOnce : t.may.reviewed,
        ...(isMairie ? [t.may.alert] : []),
        ...(mayPin(acteur) ? [t.may.pin] : []),
        ...(mayHold(acteur) ? [t.may.hold] : []),
      ]
    : [t.may.readOnly(acteur.nom)]
  return (
    <details className={css.rights} open={!mayWrite(acteur)}>
      <summary>{t.may.title}</summary>
      <ul className={`stack gap-10 ${css.may}`}>
        {sentences.map(sentence => (
          <li key={sentence} className="flex gap-10 anywhere">
            <Icon name="check" /> <span>{sentence}</span>
          </li>
        ))}
        {acteur.role === 'owner' && (
          <li className="flex gap-10 anywhere">
            <Icon name="check" />
            <span>
              {t.may.owner} <Link to="/espace/equipe">{t.may.team}</Link>
            </span>
          </li>
        )}
      </ul>
    </details>
  )
}
