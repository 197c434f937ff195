/** `node launch.mjs src/letters/mail/preview.ts FOLDER` writes every mail in both languages. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installationOf } from './addresses.ts'
import { type MailContent, render } from './templates/all.ts'

const LINK = 'https://parvis.example.fr/auth/verify-email?token=4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG&lang=fr'
const DECLINE = 'https://parvis.example.fr/auth/decline-invitation/4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG'
const STOP = 'https://parvis.example.fr/auth/stop-digest/4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG'
const STOP_WEEK = 'https://parvis.example.fr/auth/stop-week/4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG'
const ANSWERS = {
  agree: 'https://parvis.example.fr/auth/claim-agree/4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG',
  disagree: 'https://parvis.example.fr/auth/claim-disagree/4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG',
}
const HELP = 'https://parvis.example.fr/espace/aide'
const CONTEST = 'https://parvis.example.fr/auth/appeal/4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG'
const AT = new Date('2026-11-20T08:14:00Z')

/** One example of each template. */
export const EXAMPLES: readonly MailContent[] = [
  { template: 'verify-email', data: { link: LINK, minutes: 24 * 60 } },
  { template: 'reset-password', data: { link: LINK, minutes: 60 } },
  {
    template: 'invitation',
    data: {
      link: LINK,
      minutes: 7 * 24 * 60,
      decline: DECLINE,
      by: { colleague: 'Anne Le Goff' },
      roles: ['operator_moderation', 'operator_support', 'operator_imports'],
      limits: [
        { role: 'operator_moderation', places: ['Rennes Métropole', 'Dinard'], more: 0 },
        { role: 'operator_support', places: ['Rennes Métropole', 'Dinard'], more: 0 },
      ],
      acteurs: [],
      more: 0,
    },
  },
  {
    template: 'invitation',
    data: {
      link: LINK,
      minutes: 7 * 24 * 60,
      decline: DECLINE,
      by: { acteur: 'Club de judo' },
      roles: [],
      acteurs: [{ acteur: 'Club de judo', role: 'editor', permissions: ['manage_publications'] }],
      more: 2,
    },
  },
  {
    template: 'invitation',
    data: {
      link: LINK,
      minutes: 7 * 24 * 60,
      decline: DECLINE,
      roles: ['admin'],
      acteurs: [],
      more: 0,
    },
  },
  {
    template: 'member-rights',
    data: { acteur: 'Club de judo', role: 'owner', permissions: [], isNew: true, asked: true, link: LINK },
  },
  {
    template: 'member-rights',
    data: { acteur: 'Club de judo', role: 'editor', permissions: [], isNew: false, link: LINK },
  },
  { template: 'confirm-address', data: { link: LINK, minutes: 24 * 60 } },
  { template: 'address-changed', data: { at: AT, done: false } },
  { template: 'address-changed', data: { at: AT, done: true } },
  { template: 'account-closed', data: { at: AT } },
  { template: 'webhook-disabled', data: { nom: 'Panneau lumineux', cause: 'failing' } },
  {
    template: 'files-removed',
    data: {
      by: 'Camille',
      reason: 'Contenu illicite signalé par la gendarmerie.',
      at: AT,
      files: 2,
      until: AT,
      items: [{ title: 'Vide-grenier', link: LINK }],
      more: 1,
    },
  },
  {
    template: 'files-removed',
    data: {
      by: '',
      reason: 'Contenu illicite.',
      at: AT,
      files: 1,
      until: null,
      items: [],
      more: 0,
    },
  },
  { template: 'member-removed', data: { acteur: 'Club de judo' } },
  {
    template: 'draft-ready',
    data: {
      acteur: 'Mairie de Saint-Jean',
      title: 'Marché de Noël',
      notes: [
        { code: 'other_days', texts: ['12/12/2026', '13/12/2026'] },
        { code: 'left_out', texts: ['programme.docx'] },
      ],
      link: LINK,
    },
  },
  { template: 'mail-refused', data: { subject: 'Loto de l’école', why: 'too_many', link: LINK } },
  {
    template: 'alert',
    data: {
      items: [{ cause: 'reports', title: 'Vide-grenier : réservez', reports: 3, link: LINK }],
      more: 0,
      link: 'https://parvis.example.fr/moderation',
      stop: STOP,
    },
  },
  {
    template: 'alert',
    data: {
      items: [
        { cause: 'alerte', title: 'Coupure d’eau rue des Lices', reports: 0, link: LINK },
        { cause: 'reports', title: 'Loto', reports: 12, link: LINK },
      ],
      more: 12,
      link: 'https://parvis.example.fr/moderation',
      stop: STOP,
    },
  },
  {
    template: 'publications-online',
    data: { items: [{ title: 'Vide-grenier : réservez', link: LINK }], more: 0, stop: STOP },
  },
  {
    template: 'publications-online',
    data: {
      items: [
        { title: 'Vide-grenier : réservez', link: LINK },
        { title: 'Loto', link: LINK },
      ],
      more: 3,
      stop: STOP,
    },
  },
  {
    template: 'digest',
    data: {
      counts: {
        pending: 12,
        late: 4,
        reported: 1,
        claims: 2,
        claims_late: 0,
        awaiting: 3,
        awaiting_late: 1,
        undelivered: 0,
        imports: 1,
        syncs: 0,
        mails: 0,
        jobs: 0,
        payments: 0,
      },
      oldest: AT,
      weekly: false,
      link: 'https://parvis.example.fr',
      stop: STOP,
    },
  },
  {
    template: 'week-confirmation',
    data: { commune: 'Sainte-Œuvre-sur-Loire', link: LINK, minutes: 48 * 60 },
  },
  {
    template: 'week',
    data: {
      commune: 'Le Mesnil',
      alerts: [{ when: 'Alerte jusqu’à ce soir', title: 'Coupure d’eau rue des Lices', link: LINK }],
      agenda: [
        { when: 'Samedi 28 novembre, 10 h, place du marché', title: 'Marché de Noël', link: LINK },
        { when: 'Mardi 1er décembre', title: 'Annulé\u00a0: Loto', link: LINK },
      ],
      news: [{ when: 'Mairie', title: 'La bibliothèque rouvre', link: LINK }],
      collections: ['Ordures ménagères : mardi 1er décembre'],
      link: 'https://parvis.example.fr/place/le-mesnil',
      stop: STOP_WEEK,
    },
  },
  { template: 'password-changed', data: { at: AT } },
  { template: 'account-exists', data: {} },
  { template: 'second-factor-changed', data: { at: AT, enabled: true } },
  { template: 'second-factor-changed', data: { at: AT, enabled: false } },
  { template: 'passkey-changed', data: { at: AT, added: true } },
  { template: 'passkey-changed', data: { at: AT, added: false } },
  {
    template: 'publication-rejected',
    data: {
      titles: ['Vide-grenier : réservez votre place', 'Grand vide-grenier'],
      reason: 'Le lien mène à une page de paris en ligne.\nMerci de le retirer.',
      code: 'spam',
      at: AT,
      link: LINK,
      answerable: true,
      contest: CONTEST,
      help: HELP,
    },
  },
  {
    template: 'publication-rejected',
    data: { titles: ['Sans motif'], reason: null, code: null, at: AT, answerable: false, help: HELP },
  },
  {
    template: 'changes-requested',
    data: {
      titles: ['Vide-grenier'],
      reason: 'À quelle heure commence-t-il ?\nAjoutez aussi le lieu.',
      at: AT,
      answerable: true,
      link: 'https://parvis.example.fr/espace/ecrire?publication=018f',
      help: HELP,
    },
  },
  {
    template: 'changes-requested',
    data: {
      titles: ['Vide-grenier', 'Loto'],
      more: 2,
      reason: 'Il manque le lieu.',
      at: AT,
      answerable: false,
      link: 'https://parvis.example.fr/espace/publications?etat=a_corriger',
      help: HELP,
    },
  },
  { template: 'report-outcome', data: { titles: ['Vide-grenier'], outcome: 'removed', answerable: false } },
  {
    template: 'report-outcome',
    data: { titles: ['Vide-grenier', 'Loto'], outcome: 'kept', answerable: true, contest: CONTEST },
  },
  {
    template: 'publication-corrected',
    data: {
      titles: ['Vide grenier'],
      changes: [
        { what: 'title', before: 'Vide grenier', after: 'Vide-grenier' },
        { what: 'lieu', before: '', after: 'Place du marché' },
        { what: 'commune_ids', before: null, after: null },
      ],
      at: AT,
      link: LINK,
      online: LINK,
      help: HELP,
      answerable: true,
    },
  },
  { template: 'decision-withdrawn', data: { titles: ['Vide-grenier'], about: 'rejection' } },
  { template: 'decision-withdrawn', data: { titles: ['Vide-grenier'], about: 'refusal' } },
  { template: 'decision-withdrawn', data: { titles: ['Vide-grenier'], about: 'comment' } },
  { template: 'decision-withdrawn', data: { titles: ['Vide-grenier'], about: 'correction' } },
  { template: 'decision-withdrawn', data: { titles: ['Vide-grenier', 'Loto'], about: 'report' } },
  { template: 'decision-withdrawn', data: { titles: ['Club de judo'], about: 'claim' } },
  { template: 'claim-received', data: { acteur: 'Club de judo', until: AT } },
  { template: 'claim-made', data: { acteur: 'Club de judo', at: AT, answerable: true, ...ANSWERS } },
  { template: 'claim-made', data: { acteur: 'Club de judo', at: AT, answerable: false, ...ANSWERS } },
  { template: 'claim-letter', data: { acteur: 'Club de judo', link: LINK, toOpen: false, answerable: true } },
  { template: 'claim-letter', data: { acteur: 'Club de judo', link: LINK, toOpen: true, answerable: false } },
  {
    template: 'official-code',
    data: {
      acteur: 'Mairie de Saint-Benoît',
      account: 'jeanne@example.fr',
      code: 'K7QM-2XWD',
      minutes: 60,
      link: LINK,
    },
  },
  {
    template: 'claim-question',
    data: {
      acteur: 'Club de judo',
      words: 'Pouvez-vous nous écrire depuis l’adresse du club ?',
      help: HELP,
      answerable: true,
    },
  },
  {
    template: 'claim-closed',
    data: {
      acteur: 'Club de judo',
      outcome: 'approved',
      reason: null,
      account: 'own',
      answerable: false,
      link: LINK,
      letter: 'entered',
    },
  },
  {
    template: 'claim-closed',
    data: {
      acteur: 'Club de judo',
      outcome: 'approved',
      reason: null,
      account: { toOpen: 'jeanne@example.fr' },
      link: LINK,
      answerable: false,
    },
  },
  {
    template: 'claim-closed',
    data: { acteur: 'Club de judo', outcome: 'approved', reason: null, account: 'chosen', answerable: false },
  },
  {
    template: 'claim-closed',
    data: {
      acteur: 'Club de judo',
      outcome: 'rejected',
      reason: 'Écrivez-nous depuis l’adresse du club.',
      account: 'own',
      answerable: true,
      contest: CONTEST,
    },
  },
  {
    template: 'claim-closed',
    data: {
      acteur: 'Club de judo',
      outcome: 'expired',
      reason: null,
      account: 'own',
      answerable: false,
      letter: 'on its way',
    },
  },
  {
    template: 'appeal-outcome',
    data: {
      titles: ['Vide-grenier'],
      kind: 'publication',
      decision: 'rejected',
      outcome: 'overturned',
      answer: 'Le lien a été retiré.',
      sameDecider: false,
      answerable: true,
    },
  },
  {
    template: 'appeal-outcome',
    data: {
      titles: ['Club de judo'],
      kind: 'claim',
      decision: 'rejected',
      outcome: 'upheld',
      answer: 'Rien ne montre de lien.\nMerci.',
      sameDecider: true,
      answerable: false,
    },
  },
  {
    template: 'support-reply',
    data: {
      subject: 'Inscription au vide-grenier',
      body: 'Bonjour,\n\nC’est fait : votre place est réservée.\nÀ bientôt !\n\nAnne, mairie',
      answerable: true,
    },
  },
  { template: 'note-mention', data: { by: 'Anne Le Goff', kind: 'publications', link: LINK } },
  { template: 'note-mention', data: { by: '', kind: 'users', link: LINK } },
  { template: 'support-reply', data: { subject: 'Re: Question', body: 'Oui.', answerable: false } },
  { template: 'support-reply', data: { subject: null, body: 'Oui.', answerable: true } },
]

function main(folder: string): void {
  const installation = installationOf({
    mailFrom: 'Parvis <parvis@example.fr>',
    publicUrl: 'https://parvis.example.fr',
  })
  mkdirSync(folder, { recursive: true })
  for (const [index, mail] of EXAMPLES.entries())
    for (const language of ['fr', 'en'] as const) {
      const { html, text } = render(mail, language, installation, 'Jeanne Dupré')
      const name = join(folder, `${index + 1}-${mail.template}.${language}`)
      writeFileSync(`${name}.html`, html)
      writeFileSync(`${name}.txt`, text)
    }
}

if (import.meta.main) main(process.argv[2] ?? 'mail-preview')
