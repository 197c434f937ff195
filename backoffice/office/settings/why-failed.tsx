import type { FailedJob, FailedMail } from '../../kit/api/contract.ts'
import css from './settings.module.css'

/** Why a job or a mail failed, and what the program said, in English. */
export const WhyFailed = ({ because, error }: Pick<FailedJob | FailedMail, 'because' | 'error'>) => (
  <>
    {because.message}
    {error && (
      <small className={css.under} lang="en">
        {error}
      </small>
    )}
  </>
)
