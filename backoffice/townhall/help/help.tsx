import { Link } from '@tanstack/react-router'
import { namesOf } from '../../../shared/fields/field.ts'
import { usePerson } from '../../kit/person.ts'
import { Icon } from '../../kit/ui/icon.tsx'
import { Page } from '../layout.tsx'
import css from './help.module.css'
import { QUESTIONS, type Question } from './questions.ts'
import { t } from './texts.ts'
import { WriteToUs } from './write-to-us.tsx'

/** An answer for each task, with the way to its screen, and the form to write to support. */
export function Help() {
  const isMairie = (usePerson()?.mairies.length ?? 0) > 0
  const asked = namesOf(QUESTIONS).filter(name => isMairie || !mairieOnly(QUESTIONS[name]))
  return (
    <Page title={t.title} about={t.about}>
      <div className={`card top-20 ${css.answers}`}>
        {asked.map(name => (
          <details key={name}>
            <summary className="bare flex middle apart gap-12">
              <h2>{t.answers[name].q}</h2>
              <Icon name="down" />
            </summary>
            {t.answers[name].a.split('\n').map(line => (
              <p key={line}>{line}</p>
            ))}
            <Way of={QUESTIONS[name]} />
          </details>
        ))}
      </div>
      <WriteToUs />
    </Page>
  )
}

const mairieOnly = ({ mairie }: Question) => mairie === true

const Way = ({ of: { at, partie } }: { readonly of: Question }) =>
  at && (
    <p>
      {at === '/espace/fiche' ? (
        <Link to={at} search={{ partie: partie === 'fiche' ? undefined : partie }}>
          {t.open}
        </Link>
      ) : (
        <Link to={at}>{t.open}</Link>
      )}
    </p>
  )
