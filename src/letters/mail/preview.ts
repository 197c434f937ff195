/** `node launch.mjs src/letters/mail/preview.ts FOLDER` writes every mail in both languages. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installationOf } from './addresses.ts'
import { EXAMPLES, render } from './templates/all.ts'

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
