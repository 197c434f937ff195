import type { Config } from '../../kernel/settings/config.ts'

/** Not without a mail server, and not while the pages that the mails link to are switched off. */
export const isWeeklyMailOffered = ({ smtpUrl, place }: Pick<Config, 'smtpUrl' | 'place'>): boolean =>
  smtpUrl !== undefined && place === 'on'
