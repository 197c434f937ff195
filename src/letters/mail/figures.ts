import { memoizedMetrics } from '../../kernel/telemetry/metrics.ts'

const OUTCOMES = ['sent', 'refused', 'later'] as const

/** What this node has sent. */
export const mailFigures = memoizedMetrics(metrics => ({
  tried: metrics.counter(
    'parvis_mails_total',
    'Mails tried: sent, refused for good, or to be tried again later',
    'outcome',
    OUTCOMES,
  ) as (outcome: (typeof OUTCOMES)[number]) => void,
  delay: metrics.duration(
    'parvis_mail_delay_seconds',
    'From the decision to the mail server taking the mail; what may be taken back is held a minute',
    [1, 5, 15, 60, 120, 300, 900, 3_600, 21_600, 86_400],
  ),
}))
