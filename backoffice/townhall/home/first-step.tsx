import css from './home.module.css'
import { t } from './texts.ts'

/** A drawing for users who have written nothing yet. */
export function FirstStep() {
  return (
    <section className={`card ${css.begin}`}>
      <h2>{t.begin.title}</h2>
      <p className="soft">{t.begin.about}</p>
      <ol className="stack gap-20 top-18">
        <li>
          <Drawing d="M14 10h26l10 10v34H14zM40 10v10h10M21 28h18M21 36h22M21 44h12M50 50l10-18 5 3-10 18-6 3z" />
          <span>{t.begin.steps.write}</span>
        </li>
        <li>
          <Drawing d="M8 34s10-16 28-16 28 16 28 16-10 16-28 16S8 34 8 34M36 42a8 8 0 1 0 0-16 8 8 0 0 0 0 16" />
          <span>{t.begin.steps.look}</span>
        </li>
        <li>
          <Drawing d="M12 56V34l14-10 14 10v22M40 56V14h20v42M6 56h60M20 40h4M30 40h4M20 48h4M30 48h4M46 22h3M53 22h3M46 30h3M53 30h3M46 38h3M53 38h3" />
          <span>{t.begin.steps.publish}</span>
        </li>
      </ol>
    </section>
  )
}

const Drawing = ({ d }: { readonly d: string }) => (
  <svg
    viewBox="0 0 72 66"
    width="72"
    height="66"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={d} />
  </svg>
)
