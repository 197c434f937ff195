import type { Config } from '../../kernel/settings/config.ts'
import { localDay } from '../../kernel/values/local-time.ts'
import { auditInForce } from '../../place/accessibility.ts'
import { explain } from './explanations.ts'
import { type Finding, note, ok } from './finding.ts'

/** What the law wants the pages for residents to say, where only the operator knows it. */
export function declarations({ place, legalNotice, accessibilityAudit }: Shown, now = new Date()): Finding[] {
  if (place === 'off') return []
  const valid = auditInForce(accessibilityAudit, localDay(now, 'Europe/Paris'))
  return [
    legalNotice
      ? ok('legal notice', legalNotice.publisher, explain('notice'))
      : note(
          'legal notice',
          'LEGAL_PUBLISHER, LEGAL_DIRECTOR and LEGAL_HOST are not set: the pages for residents do not say who answers for them',
          explain('notice_missing'),
        ),
    valid
      ? ok('accessibility', `audited on ${valid.date}: ${valid.rate} %`, explain('audited'))
      : note(
          'accessibility',
          accessibilityAudit
            ? `the audit of ${accessibilityAudit.date} is older than three years: pages say “non conforme”`
            : 'ACCESSIBILITY_LEVEL and the settings beside it are not set: pages say “non conforme”',
          explain(accessibilityAudit ? 'audit_old' : 'audit_missing'),
        ),
  ]
}

type Shown = Pick<Config, 'place' | 'legalNotice' | 'accessibilityAudit'>
