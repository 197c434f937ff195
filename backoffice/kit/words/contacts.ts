import { INFO_FIELDS } from '../../../shared/fields/communes.ts'
import { each, having } from '../../../shared/fields/field.ts'
import { texts } from './language.ts'

/** How an acteur or a town hall is reached: labels of these fields of the API. */
const CONTACT_FIELDS = having(INFO_FIELDS, 'contact')
export const contacts = texts({ fr: each(CONTACT_FIELDS, 'fr'), en: each(CONTACT_FIELDS, 'en') })
