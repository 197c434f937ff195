import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { account } from '../../test/browser/people.ts'
import { startBackoffice } from '../../test/browser/visit.ts'
import * as make from '../../test/factories.ts'

/** A town hall and an association with their members. */

/** Pictures have relative addresses: the port of a test is unknown before it listens. */
export const MEDIA = 'https://media.example.org'
export const filesOf = (app: { readonly url: string }, url: string) => url.replace(MEDIA, app.url)

/** The page of la place beside the form; below it on a telephone, where it loads once it is near. */
export async function previewIn(page: Page) {
  await page.getByRole('heading', { name: 'Ce que verront les habitants' }).scrollIntoViewIfNeeded()
  return page.frameLocator('aside iframe:not([data-coming])')
}

/** The text of the form as it is seen, without markup; in the plain field as it is typed. */
export const bodyIn = (page: Page) =>
  page
    .getByLabel('Texte')
    .evaluate(field =>
      field instanceof HTMLTextAreaElement ? field.value : (field as HTMLElement).innerText,
    )

export async function openTown() {
  const app = await startBackoffice({ env: { MEDIA_URL: MEDIA } })
  const commune = await make.commune(app, { nom: 'Saint-Benoît-sur-Loire' })
  const hall = await make.mairie(app, commune)
  const club = await make.acteur(app, commune, { nom: 'Judo-club de Saint-Benoît', type: 'association' })
  await app.owner.query(`update acteurs set type = 'mairie', nom = 'Mairie de Saint-Benoît' where id = $1`, [
    hall,
  ])
  const join = async (acteur: string, email: string, nom: string) => {
    await account(app, email)
    const { rows } = await app.owner.query('update users set nom = $2 where email = $1 returning id', [
      email,
      nom,
    ])
    await make.member(app, acteur, { id: rows[0].id, email, subject: '', token: '' })
    return email
  }
  const treasurer = await app.user()
  await make.member(app, club, treasurer)
  return {
    app,
    commune,
    hall,
    club,
    office: app.as(await app.user(['operator_moderation'])),
    treasurer,
    clerk: await join(hall, 'lucie@example.org', 'Lucie Moreau'),
    secretary: await join(hall, 'yves@example.org', 'Yves Roy'),
  }
}

export const photograph = async (colour: string) => ({
  name: `${colour}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 48/1 0/1' } })
    .jpeg()
    .toBuffer(),
})

/** The browser itself writes what it could not send, and what was refused for want of room. */
export const unbroken = (faults: readonly string[]) =>
  faults.filter(fault => !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|status of 507/.test(fault))
