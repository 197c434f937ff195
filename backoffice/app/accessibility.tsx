import type { ReactNode } from 'react'
import { declarationPage } from '../kit/place.ts'
import { t } from './texts.ts'

/** The level of these screens, as the law wants it beside the sign-in and in the menu of each account. */
export const Accessibility = ({ children }: { readonly children?: ReactNode }) =>
  declarationPage && (
    <a href={declarationPage} hrefLang="fr">
      {children} {t.accessibility}
    </a>
  )
