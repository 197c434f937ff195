import { Icon } from '../../kit/ui/icon.tsx'
import { Page } from '../layout.tsx'
import css from './help.module.css'
import { t } from './texts.ts'
import { WriteToUs } from './write-to-us.tsx'

const QUESTIONS = Object.keys(t.answers) as (keyof typeof t.answers)[]

/** Ten answers, and the form to write to support. */
export const Help = () => (
  <Page title={t.title} about={t.about}>
    <div className={css.answers}>
      {QUESTIONS.map(key => (
        <details key={key}>
          <summary>
            <h2>{t.answers[key].q}</h2>
            <Icon name="down" />
          </summary>
          {t.answers[key].a.split('\n').map(line => (
            <p key={line}>{line}</p>
          ))}
        </details>
      ))}
    </div>
    <WriteToUs />
  </Page>
)
