import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { labelOf } from '../kit/words/language.ts'
import { nouns } from '../kit/words/texts.ts'
import { acteurAddress, acteursAddress } from '../office/acteurs/address.ts'
import { appealsAddress } from '../office/appeals/address.ts'
import { journalAddress } from '../office/audit/address.ts'
import { claimsAddress } from '../office/claims/address.ts'
import { communeAddress, communesAddress } from '../office/communes/address.ts'
import { devicesAddress } from '../office/defibrillateurs/address.ts'
import { listAddress, sourceAddress } from '../office/imports/address.ts'
import { messagesAddress } from '../office/messages/address.ts'
import { deskAddress } from '../office/moderation/address.ts'
import { paymentsAddress } from '../office/payments/address.ts'
import { healthAddress, healthInstead, settingsAddress } from '../office/settings/address.ts'
import { transparencyAddress } from '../office/transparency/address.ts'
import { usersAddress } from '../office/users/address.ts'
import { accountAddress } from '../townhall/account/address.ts'
import { ficheAddress, placeAddress } from '../townhall/page/address.ts'
import { ownAddress } from '../townhall/publications/address.ts'
import { writeAddress } from '../townhall/write/address.ts'
import { root, townhall } from './root.ts'
import { screen, townhallScreen } from './screen.ts'

/** TABLE 4: every screen with its routes, its area and its place in the navigation. The router is built from it. */

/** The screens of the office. */
export const screens = {
  home: screen(
    { area: 'dashboard', group: 'top', letter: 'A', icon: 'home', name: nouns.home },
    createRoute({
      getParentRoute: () => root,
      path: '/',
      component: lazyRouteComponent(() => import('../office/home/home.tsx'), 'Home'),
    }),
  ),
  moderation: screen(
    { area: 'moderation', group: 'waiting', letter: 'M', icon: 'inbox', name: nouns.moderation },
    createRoute({
      getParentRoute: () => root,
      path: '/moderation',
      validateSearch: deskAddress,
      component: lazyRouteComponent(() => import('../office/moderation/desk.tsx'), 'Desk'),
    }),
  ),
  claims: screen(
    { area: 'claims', group: 'waiting', letter: 'D', icon: 'key', name: nouns.claims },
    createRoute({
      getParentRoute: () => root,
      path: '/demandes',
      validateSearch: claimsAddress,
      component: lazyRouteComponent(() => import('../office/claims/desk.tsx'), 'Desk'),
    }),
  ),
  messages: screen(
    { area: 'support', group: 'waiting', letter: 'S', icon: 'mail', name: nouns.messages },
    createRoute({
      getParentRoute: () => root,
      path: '/messages',
      validateSearch: messagesAddress,
      component: lazyRouteComponent(() => import('../office/messages/desk.tsx'), 'Desk'),
    }),
  ),
  appeals: screen(
    {
      area: 'moderation',
      or: 'claims',
      group: 'waiting',
      letter: 'N',
      icon: 'scales',
      name: nouns.appeals,
    },
    createRoute({
      getParentRoute: () => root,
      path: '/contestations',
      validateSearch: appealsAddress,
      component: lazyRouteComponent(() => import('../office/appeals/desk.tsx'), 'Desk'),
    }),
  ),
  audit: screen(
    {
      area: 'reserved',
      group: 'administration',
      letter: 'J',
      icon: 'book',
      name: labelOf({ fr: 'Journal', en: 'Audit trail' }),
    },
    createRoute({
      getParentRoute: () => root,
      path: '/journal',
      validateSearch: journalAddress,
      component: lazyRouteComponent(() => import('../office/audit/journal.tsx'), 'Journal'),
    }),
  ),
  transparency: screen(
    {
      area: 'dashboard',
      group: 'administration',
      letter: 'F',
      icon: 'eye',
      name: labelOf({ fr: 'Transparence', en: 'Transparency' }),
    },
    createRoute({
      getParentRoute: () => root,
      path: '/transparence',
      validateSearch: transparencyAddress,
      component: lazyRouteComponent(() => import('../office/transparency/transparency.tsx'), 'Transparency'),
    }),
  ),
  acteurs: screen(
    { area: 'claims', group: 'places', letter: 'T', icon: 'person', name: nouns.acteurs },
    createRoute({
      getParentRoute: () => root,
      path: '/acteurs',
      validateSearch: acteursAddress,
      component: lazyRouteComponent(() => import('../office/acteurs/acteurs.tsx'), 'Acteurs'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/acteurs/$id',
      validateSearch: acteurAddress,
      component: lazyRouteComponent(() => import('../office/acteurs/acteur.tsx'), 'Acteur'),
    }),
  ),
  communes: screen(
    { area: 'communes', group: 'places', letter: 'V', icon: 'town', name: nouns.communes },
    createRoute({
      getParentRoute: () => root,
      path: '/communes',
      validateSearch: communesAddress,
      component: lazyRouteComponent(() => import('../office/communes/list.tsx'), 'Communes'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/communes/$id',
      validateSearch: communeAddress,
      component: lazyRouteComponent(() => import('../office/communes/page.tsx'), 'Commune'),
    }),
  ),
  users: screen(
    { area: 'reserved', group: 'administration', letter: 'U', icon: 'people', name: nouns.users },
    createRoute({
      getParentRoute: () => root,
      path: '/utilisateurs',
      validateSearch: usersAddress,
      component: lazyRouteComponent(() => import('../office/users/users.tsx'), 'Users'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/utilisateurs/$id',
      component: lazyRouteComponent(() => import('../office/users/user.tsx'), 'UserPage'),
    }),
  ),
  imports: screen(
    { area: 'imports', group: 'places', letter: 'I', icon: 'feed', name: nouns.imports },
    createRoute({
      getParentRoute: () => root,
      path: '/imports',
      validateSearch: listAddress,
      component: lazyRouteComponent(() => import('../office/imports/list.tsx'), 'Imports'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/imports/nouvelle',
      component: lazyRouteComponent(() => import('../office/imports/new.tsx'), 'NewSource'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/imports/$id',
      validateSearch: sourceAddress,
      component: lazyRouteComponent(() => import('../office/imports/source.tsx'), 'Source'),
    }),
  ),
  defibrillateurs: screen(
    {
      area: 'communes',
      everywhere: true,
      group: 'places',
      letter: 'E',
      icon: 'heart',
      name: nouns.defibrillateurs,
    },
    createRoute({
      getParentRoute: () => root,
      path: '/defibrillateurs',
      validateSearch: devicesAddress,
      component: lazyRouteComponent(
        () => import('../office/defibrillateurs/defibrillateurs.tsx'),
        'Defibrillateurs',
      ),
    }),
  ),
  payments: screen(
    { area: 'reserved', group: 'administration', letter: 'B', icon: 'card', name: nouns.subscriptions },
    createRoute({
      getParentRoute: () => root,
      path: '/abonnements',
      validateSearch: paymentsAddress,
      component: lazyRouteComponent(() => import('../office/payments/payments.tsx'), 'Payments'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/abonnements/$id',
      component: lazyRouteComponent(() => import('../office/payments/subscription.tsx'), 'SubscriptionPage'),
    }),
  ),
  settings: screen(
    { area: 'reserved', group: 'administration', letter: 'R', icon: 'wheel', name: nouns.settings },
    createRoute({
      getParentRoute: () => root,
      path: '/reglages',
      validateSearch: settingsAddress,
      beforeLoad({ search }) {
        const instead = healthInstead(search)
        if (instead) throw redirect({ to: '/sante', search: instead, replace: true })
      },
      component: lazyRouteComponent(() => import('../office/settings/settings.tsx'), 'Settings'),
    }),
  ),
  health: screen(
    {
      area: 'reserved',
      group: 'administration',
      letter: 'H',
      icon: 'warn',
      name: labelOf({ fr: 'Santé', en: 'Health' }),
    },
    createRoute({
      getParentRoute: () => root,
      path: '/sante',
      validateSearch: healthAddress,
      component: lazyRouteComponent(() => import('../office/settings/health-screen.tsx'), 'HealthScreen'),
    }),
  ),
  account: screen(
    { group: 'own', letter: 'C', icon: 'person', name: nouns.account },
    createRoute({
      getParentRoute: () => root,
      path: '/compte',
      component: lazyRouteComponent(() => import('../office/account/account.tsx'), 'Account'),
    }),
  ),
}

/** The screens of the town hall. */
export const townhallScreens = {
  home: townhallScreen(
    createRoute({
      getParentRoute: () => townhall,
      path: '/',
      component: lazyRouteComponent(() => import('../townhall/home/home.tsx'), 'Home'),
    }),
  ),
  publications: townhallScreen(
    createRoute({
      getParentRoute: () => townhall,
      path: '/publications',
      validateSearch: ownAddress,
      component: lazyRouteComponent(() => import('../townhall/publications/list.tsx'), 'Publications'),
    }),
    { icon: 'pen', name: labelOf({ fr: 'Mes publications', en: 'My publications' }) },
  ),
  write: townhallScreen(
    createRoute({
      getParentRoute: () => townhall,
      path: '/ecrire',
      validateSearch: writeAddress,
      component: lazyRouteComponent(() => import('../townhall/write/write.tsx'), 'Write'),
    }),
  ),
  acte: townhallScreen(
    createRoute({
      getParentRoute: () => townhall,
      path: '/acte',
      component: lazyRouteComponent(() => import('../townhall/acte/acte.tsx'), 'Acte'),
    }),
  ),
  registre: townhallScreen(
    createRoute({
      getParentRoute: () => townhall,
      path: '/registre',
      component: lazyRouteComponent(() => import('../townhall/register/register.tsx'), 'TakeOverRegister'),
    }),
  ),
  commune: townhallScreen(
    createRoute({
      getParentRoute: () => townhall,
      path: '/commune',
      validateSearch: ownAddress,
      component: lazyRouteComponent(() => import('../townhall/commune/list.tsx'), 'CommunePublications'),
    }),
    { icon: 'town', name: labelOf({ fr: 'Dans la commune', en: 'In the commune' }), mairie: true },
  ),
  fiche: townhallScreen(
    createRoute({
      getParentRoute: () => townhall,
      path: '/fiche',
      validateSearch: ficheAddress,
      component: lazyRouteComponent(() => import('../townhall/page/fiche.tsx'), 'Fiche'),
    }),
    { icon: 'card', name: labelOf({ fr: 'Notre page', en: 'Our page' }) },
  ),
  place: townhallScreen(
    createRoute({
      getParentRoute: () => townhall,
      path: '/place',
      validateSearch: placeAddress,
      component: lazyRouteComponent(() => import('../townhall/page/place.tsx'), 'OwnPlace'),
    }),
    { icon: 'home', name: labelOf({ fr: 'Notre place', en: 'Our place' }), mairie: true },
  ),
  equipe: townhallScreen(
    createRoute({
      getParentRoute: () => townhall,
      path: '/equipe',
      component: lazyRouteComponent(() => import('../townhall/team/team.tsx'), 'Team'),
    }),
    { icon: 'people', name: nouns.team },
  ),
  demandes: townhallScreen(
    createRoute({
      getParentRoute: () => townhall,
      path: '/demandes',
      component: lazyRouteComponent(() => import('../townhall/claims/mine.tsx'), 'MyClaims'),
    }),
  ),
  moi: townhallScreen(
    createRoute({
      getParentRoute: () => townhall,
      path: '/moi',
      validateSearch: accountAddress,
      component: lazyRouteComponent(() => import('../townhall/account/account.tsx'), 'Account'),
    }),
  ),
  aide: townhallScreen(
    createRoute({
      getParentRoute: () => townhall,
      path: '/aide',
      component: lazyRouteComponent(() => import('../townhall/help/help.tsx'), 'Help'),
    }),
    { icon: 'book', name: labelOf({ fr: 'Aide', en: 'Help' }) },
  ),
}
