/**
 * Front pages of town sites in the structure of the programs that French towns use, in own words, and the sources that a person
 * finds from each by hand: `a|b` is one source at two addresses. The lists were written one after the other, each before it was
 * tried; at first 31 of 46 sources of the second and 9 of 13 of the third were found.
 */
export interface TownPage {
  readonly pages: Readonly<Record<string, string>>
  readonly wanted: readonly string[]
}

const html = (head: string, body = '<h1>Bienvenue</h1>') =>
  `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Valcombe</title>${head}</head><body>${body}</body></html>`
/** Each feed has items of its own: two addresses with the same ones are one source. */
const rss = (url: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Fil</title><item><title>Article ${url}</title><link>${url}/1</link><description>Texte de ${url}</description></item></channel></rss>`
const ics = (url: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:${url}\r\nDTSTART:20991205T140000\r\nSUMMARY:Loto ${url}\r\nEND:VEVENT\r\nEND:VCALENDAR`
const event = (name: string) =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Event","name":"${name}","startDate":"2099-12-05T20:00"}</script>`
const microEvent = (name: string) =>
  `<div itemscope itemtype="https://schema.org/Event"><h3 itemprop="name">${name}</h3><meta itemprop="startDate" content="2099-12-05T20:00"></div>`
const posts = (url: string) =>
  JSON.stringify([
    {
      id: 1,
      guid: { rendered: `${url}?p=1` },
      link: `${url}/1`,
      title: { rendered: `Article ${url}` },
      content: { rendered: '<p>Texte</p>' },
    },
  ])
const tribe = (url: string) =>
  JSON.stringify({
    rest_url: `${url}/tribe/`,
    events: [
      { id: 1, title: 'Loto', url: `${url}/loto`, start_date: '2099-12-05 20:00:00', status: 'publish' },
    ],
  })
const notice =
  '<div class="sign-carousel--item" data-id="7"><div class="title">Coupure</div><div class="content">Mardi.</div></div>'
const agendaJson =
  '{"events":[{"uid":1,"title":{"fr":"Loto"},"timings":[{"begin":"2099-12-05T14:00:00+01:00","end":"2099-12-05T18:00:00+01:00"}]}]}'

const HOME = 'https://www.v.fr/'
const at = (path: string) => new URL(path, HOME).href
/** What stands behind an address: a feed, a calendar, or the text itself. */
const bodyOf = (kind: string, url: string) => (kind === 'rss' ? rss(url) : kind === 'ics' ? ics(url) : kind)
const site = (
  page: string,
  others: Readonly<Record<string, string>>,
  wanted: readonly string[] = Object.keys(others),
  home = HOME,
): TownPage => ({
  pages: {
    [home]: page,
    ...Object.fromEntries(Object.entries(others).map(([path, kind]) => [at(path), bodyOf(kind, at(path))])),
  },
  wanted: wanted.map(each => each.split('|').map(at).join('|')),
})
const alternate = (href: string, type = 'application/rss+xml') =>
  `<link rel="alternate" type="${type}" title="Fil" href="${href}">`
const generator = (name: string) => `<meta name="generator" content="${name}">`
const a = (href: string, words: string) => `<a href="${href}">${words}</a>`
const wp = generator('WordPress 6.6')

/** Structures of sites that were known when the reader was written. */
export const KNOWN_PAGES: Readonly<Record<string, TownPage>> = {
  'SPIP that names its feed': site(html(generator('SPIP 3.0.26') + alternate('spip.php?page=backend')), {
    'spip.php?page=backend': 'rss',
  }),
  'SPIP with an agenda': site(html(generator('SPIP 4.2'), a('spip.php?page=agenda.ics', 'Agenda')), {
    'spip.php?page=backend': 'rss',
    'spip.php?page=agenda.ics': 'ics',
  }),
  WordPress: site(
    html(wp + alternate('/feed/')),
    { 'wp-json/wp/v2/posts': posts(HOME), '/feed/': rss(HOME) },
    ['wp-json/wp/v2/posts|feed/'],
  ),
  'WordPress with its root in the head': site(html('<link rel="https://api.w.org/" href="/wp-json/">'), {
    'wp-json/wp/v2/posts': posts(HOME),
  }),
  'WordPress without rewritten addresses': site(
    html(`${wp}<link rel="https://api.w.org/" href="/?rest_route=/">`),
    { '?rest_route=/wp/v2/posts': posts(HOME) },
  ),
  'WordPress with The Events Calendar': site(html(wp), {
    'wp-json/wp/v2/posts': posts(HOME),
    'wp-json/tribe/events/v1/events': tribe(HOME),
  }),
  'WordPress with a closed API': site(html(wp), { 'feed/': 'rss' }),
  Jimdo: site(html(alternate('/rss/blog')), { '/rss/blog': 'rss' }),
  Blogspot: site(html(alternate('/feeds/posts/default?alt=rss')), { '/feeds/posts/default?alt=rss': 'rss' }),
  Drupal: site(html(generator('Drupal 10') + alternate('/rss.xml'), a('/agenda.ics', 'Agenda')), {
    '/rss.xml': 'rss',
    '/agenda.ics': 'ics',
  }),
  Liferay: site(html(alternate('/-/asset_publisher/x/rss?p_p_lifecycle=2')), {
    '/-/asset_publisher/x/rss?p_p_lifecycle=2': 'rss',
  }),
  'TYPO3 with events in its page': site(html(generator('TYPO3 CMS') + event('Loto')), {}, ['/']),
  'rss.php with a number': site(html('', a('rss.php?id=3', 'RSS')), { 'rss.php?id=3': 'rss' }),
  'attributes without quotes': site(html('<link rel=alternate type=application/rss+xml href=/actu.rss>'), {
    '/actu.rss': 'rss',
  }),
  'a feed by http': site(html(alternate('http://www.v.fr/flux.rss')), { 'http://www.v.fr/flux.rss': 'rss' }),
  'a page of events': site(html(event('Concert')), {}, ['/']),
  'nothing to find': site(html('', a('/contact', 'Contact')), {}),
  'comments alone': site(html(alternate('/comments/feed/')), { '/comments/feed/': 'rss' }, []),
  PanneauPocket: site(html('', '<iframe src="https://app.panneaupocket.com/embeded/12"></iframe>'), {
    'https://app.panneaupocket.com/embeded/12': html('', notice),
  }),
  'OpenAgenda in a frame': site(
    html('', '<iframe src="//openagenda.com/agendas/278/embeds/1"></iframe>'),
    { 'https://openagenda.com/agendas/278/events.v2.json': agendaJson },
    ['https://openagenda.com/agendas/278'],
  ),
  'a calendar of Google': site(
    html('', '<iframe src="https://calendar.google.com/calendar/embed?src=a%40b.fr"></iframe>'),
    { 'https://calendar.google.com/calendar/ical/a%40b.fr/public/basic.ics': 'ics' },
  ),
  'IntraMuros: nothing that is open': site(
    html('', '<iframe src="https://www.intramuros.org/w"></iframe>'),
    {},
  ),
  'illiwap: nothing that is open': site(
    html('', '<iframe src="https://station.illiwap.com/w"></iframe>'),
    {},
  ),
  'an agenda one click away': site(
    html('', a('/agenda/', 'Agenda')),
    {
      '/agenda/': html('', a('/agenda/a', 'Loto') + a('/agenda/b', 'Bal')),
      '/agenda/a': html(event('Loto')),
      '/agenda/b': html(event('Bal')),
    },
    ['/agenda/'],
  ),
  'a blog one click away': site(
    html('', a('/blog/', 'Blog')),
    { '/blog/': html(alternate('/blog/fil')), '/blog/fil': 'rss' },
    ['/blog/fil'],
  ),
  'text/xml': site(html(alternate('/fil', 'text/xml')), { '/fil': 'rss' }),
  'application/xml': site(html(alternate('/fil', 'application/xml')), { '/fil': 'rss' }),
  'feed:': site(html('', a('feed://www.v.fr/fil', 'Suivre')), { '/fil': 'rss' }),
  'by its words': site(html('', a('/rss/actualites', 'RSS') + a('/flux-rss-agenda', 'iCal')), {
    '/rss/actualites': 'rss',
    '/flux-rss-agenda': 'rss',
  }),
  '?rss=1 and ?format=ics': site(html('', a('/?rss=1', 'Fil') + a('/?format=ics', 'Calendrier')), {
    '/?rss=1': 'rss',
    '/?format=ics': 'ics',
  }),
  'a page that begins with <center>': site(`<center><b>Valcombe</b></center>${a('rss.xml', 'RSS')}`, {
    '/rss.xml': 'rss',
  }),
  'a PHP warning first': site(`<br />\n<b>Warning</b>: x in /a.php<br />${html(alternate('/rss.xml'))}`, {
    '/rss.xml': 'rss',
  }),
  'the host above': site(
    html(alternate('https://www.v.fr/rss')),
    { '/rss': 'rss' },
    ['/rss'],
    'https://agenda.v.fr/',
  ),
  FeedBurner: site(html('', a('https://feeds.feedburner.com/v', 'Suivre')), {
    'https://feeds.feedburner.com/v': 'rss',
  }),
  frames: site(
    '<frameset><frame src="/a.htm"></frameset>',
    { '/a.htm': html('', a('/flux.rss', 'Flux')), '/flux.rss': 'rss' },
    ['/flux.rss'],
  ),
  'a page that leads on': site(
    '<meta http-equiv="refresh" content="0;url=/accueil">',
    { '/accueil': html(alternate('/flux.rss')), '/flux.rss': 'rss' },
    ['/flux.rss'],
  ),
  Wix: site(html(generator('Wix.com Website Builder')), { '/blog-feed.xml': 'rss' }),
  microdata: site(html('', microEvent('Marché')), {}, ['/']),
  'a box to sign in beside the feed': site(
    html(alternate('/rss'), '<form><input type="text" name="login"><input type="password"></form>'),
    { '/rss': 'rss' },
  ),
}

/** Structures of sites that were added later. */
export const NEW_PAGES: Readonly<Record<string, TownPage>> = {
  Hugo: site(html(generator('Hugo 0.120') + alternate('/index.xml')), { '/index.xml': 'rss' }),
  Jekyll: site(html(alternate('/feed.xml', 'application/atom+xml')), { '/feed.xml': 'rss' }),
  Ghost: site(html(generator('Ghost 5') + alternate('/rss/')), { '/rss/': 'rss' }),
  'eZ Publish': site(html(alternate('/rss/feed/actualites')), { '/rss/feed/actualites': 'rss' }),
  'Plone, by a link': site(html('', a('/actualites/RSS', 'Flux')), { '/actualites/RSS': 'rss' }),
  'K-Sup': site(html('', a('/adminsite/webservices/export_rss.jsp?OBJET=ARTICLE', 'Nos fils')), {
    '/adminsite/webservices/export_rss.jsp?OBJET=ARTICLE': 'rss',
  }),
  DokuWiki: site(html(generator('DokuWiki') + alternate('/feed.php')), { '/feed.php': 'rss' }),
  Dotclear: site(html(alternate('/index.php?feed/atom', 'application/atom+xml')), {
    '/index.php?feed/atom': 'rss',
  }),
  'e-monsite': site(html(alternate('/blog/do/rss.xml')), { '/blog/do/rss.xml': 'rss' }),
  'Odoo, one click away': site(
    html(generator('Odoo'), a('/blog/nouvelles-1', 'Actualités')),
    { '/blog/nouvelles-1': html('', a('/blog/1/feed', 'Atom')), '/blog/1/feed': 'rss' },
    ['/blog/1/feed'],
  ),
  'Squarespace, one click away': site(
    html('', a('/actualites', 'Actualités')),
    { '/actualites': html(alternate('/actualites?format=rss')), '/actualites?format=rss': 'rss' },
    ['/actualites?format=rss'],
  ),
  GuppY: site(html('', a('/data/news_rss.xml', 'Nouvelles')), { '/data/news_rss.xml': 'rss' }),
  'Joomla with JEvents': site(
    html(
      generator('Joomla! - Open Source Content Management'),
      a('/index.php?option=com_jevents&amp;task=icals.export', 'Agenda complet'),
    ),
    { '/?format=feed&type=rss': 'rss', '/index.php?option=com_jevents&task=icals.export': 'ics' },
  ),
  'Joomla with DPCalendar': site(
    html('', a('/component/dpcalendar/?task=ical.download&amp;id=3', 'Enregistrer l’agenda')),
    { '/component/dpcalendar/?task=ical.download&id=3': 'ics' },
  ),
  'SPIP with a calendar of its own': site(
    html(generator('SPIP 4.3'), a('spip.php?page=ical_evenements', 'Dans mon agenda')),
    {
      'spip.php?page=backend': 'rss',
      'spip.php?page=ical_evenements': 'ics',
    },
  ),
  'Drupal with feeds of its views': site(
    html(generator('Drupal 9') + alternate('/actualites/feed'), a('/agenda/ical/all.ics', 'Exporter')),
    { '/actualites/feed': 'rss', '/agenda/ical/all.ics': 'ics' },
  ),
  'Modern Events Calendar': site(html(wp, a('/?mec-ical-feed=1', 'Ajouter à mon agenda')), {
    'wp-json/wp/v2/posts': posts(HOME),
    '/?mec-ical-feed=1': 'ics',
  }),
  'All-in-One Event Calendar': site(
    html(wp, a('webcal://www.v.fr/?plugin=all-in-one-event-calendar&amp;action=export_events', 'S’abonner')),
    { 'wp-json/wp/v2/posts': posts(HOME), '/?plugin=all-in-one-event-calendar&action=export_events': 'ics' },
  ),
  'My Calendar': site(html(wp, a('/?feed=my-calendar-ics', 'iCal')), {
    'feed/': 'rss',
    '/?feed=my-calendar-ics': 'ics',
  }),
  'an icon without words': site(html('', '<a href="/fil"><i class="fa fa-rss" aria-hidden="true"></i></a>'), {
    '/fil': 'rss',
  }),
  'a picture without alt': site(html('', '<a href="/fil.php"><img src="/images/rss.png" alt=""></a>'), {
    '/fil.php': 'rss',
  }),
  'an icon of a sprite': site(
    html('', '<a href="/syndication"><svg><use xlink:href="#icon-rss"></use></svg></a>'),
    {
      '/syndication': 'rss',
    },
  ),
  'an image map': site(html('', '<map name="m"><area shape="rect" href="/rss.php" alt="Fil RSS"></map>'), {
    '/rss.php': 'rss',
  }),
  'rel=feed': site(html('<link rel="feed" href="/nouvelles">'), { '/nouvelles': 'rss' }),
  'the type on the link': site(
    html('', '<a type="application/rss+xml" href="/syndication">Suivez-nous</a>'),
    {
      '/syndication': 'rss',
    },
  ),
  'a page of feeds': site(
    html('', a('/flux', 'Flux RSS')),
    {
      '/flux': html('', a('/xml/actus.xml', 'Actualités (RSS)') + a('/xml/agenda.xml', 'Agenda (RSS)')),
      '/xml/actus.xml': 'rss',
      '/xml/agenda.xml': 'rss',
    },
    ['/xml/actus.xml', '/xml/agenda.xml'],
  ),
  'an agenda called calendar': site(
    html('', a('/calendrier', 'Calendrier des manifestations')),
    { '/calendrier': html(event('Loto')) },
    ['/calendrier'],
  ),
  'an agenda called outings': site(
    html('', a('/sortir', 'Sortir à Valcombe')),
    { '/sortir': html(event('Loto')) },
    ['/sortir'],
  ),
  'an agenda called feasts': site(
    html('', a('/fetes', 'Fêtes et animations')),
    { '/fetes': html('', microEvent('Loto')) },
    ['/fetes'],
  ),
  'news called first page': site(
    html('', a('/une', 'À la une')),
    { '/une': html(alternate('/une.rss')), '/une.rss': 'rss' },
    ['/une.rss'],
  ),
  'news called what is new': site(
    html('', a('/infos', 'Infos municipales')),
    { '/infos': html(alternate('/infos/fil')), '/infos/fil': 'rss' },
    ['/infos/fil'],
  ),
  'a calendar of Nextcloud': site(
    html('', '<iframe src="https://framagenda.org/index.php/apps/calendar/embed/AbC123xyz"></iframe>'),
    { 'https://framagenda.org/remote.php/dav/public-calendars/AbC123xyz?export': 'ics' },
  ),
  'a calendar of Outlook': site(
    html('', '<iframe src="https://outlook.office365.com/owa/calendar/x@v.fr/y/calendar.html"></iframe>'),
    { 'https://outlook.office365.com/owa/calendar/x@v.fr/y/calendar.ics': 'ics' },
  ),
  'OpenAgenda by its script': site(
    html(
      '',
      '<div class="cbpgbdy" data-lang="fr" data-cbctl="278/1"></div><script src="//openagenda.com/js/embed/cibulBodyWidget.js"></script>',
    ),
    { 'https://openagenda.com/agendas/278/events.v2.json': agendaJson },
    ['https://openagenda.com/agendas/278'],
  ),
  'two calendars of Google in one frame': site(
    html(
      '',
      '<iframe src="https://calendar.google.com/calendar/embed?src=a%40b.fr&amp;src=c%40d.fr"></iframe>',
    ),
    {
      'https://calendar.google.com/calendar/ical/a%40b.fr/public/basic.ics': 'ics',
      'https://calendar.google.com/calendar/ical/c%40d.fr/public/basic.ics': 'ics',
    },
  ),
  'PanneauPocket by a link': site(
    html('', a('https://app.panneaupocket.com/ville/12-valcombe-57000', 'PanneauPocket')),
    { 'https://app.panneaupocket.com/ville/12-valcombe-57000': html('', notice) },
  ),
  'a frame that waits for consent': site(
    html('', '<iframe data-src="https://openagenda.com/fr/agendas/278/embeds/1" src="about:blank"></iframe>'),
    { 'https://openagenda.com/agendas/278/events.v2.json': agendaJson },
    ['https://openagenda.com/agendas/278'],
  ),
  'an agenda on a host of its own': site(
    html('', a('https://agenda.v.fr/', 'L’agenda')),
    { 'https://agenda.v.fr/': html(alternate('/agenda.rss')), 'https://agenda.v.fr/agenda.rss': 'rss' },
    ['https://agenda.v.fr/agenda.rss'],
  ),
  'an app that needs a key alone': site(html('', a('https://www.facebook.com/valcombe', 'Facebook')), {}),
  'a page that a script draws': site(
    '<!doctype html><title>Valcombe</title><div id="root"></div><script src="/a.js"></script>',
    {},
  ),
}

/** Structures of sites that were added after those. */
export const LATER_PAGES: Readonly<Record<string, TownPage>> = {
  'Concrete CMS': site(html(generator('concrete5') + alternate('/rss/actualites')), {
    '/rss/actualites': 'rss',
  }),
  'Typo3 news by a link': site(html(generator('TYPO3 CMS'), a('/actualites.xml', 'S’abonner au flux')), {
    '/actualites.xml': 'rss',
  }),
  'a feed in the foot, called syndication': site(
    html('', `<footer>${a('/backend.php', 'Syndication')}</footer>`),
    { '/backend.php': 'rss' },
  ),
  'a button': site(html('', '<button onclick="location.href=\'/rss.xml\'">Flux RSS</button>'), {
    '/rss.xml': 'rss',
  }),
  'an agenda to download': site(html('', a('/agenda/export', 'Télécharger le calendrier (ICS)')), {
    '/agenda/export': 'ics',
  }),
  'an agenda called your meetings': site(
    html('', a('/rdv', 'Vos rendez-vous')),
    { '/rdv': html(event('Loto')) },
    ['/rdv'],
  ),
  'news and agenda one click away': site(
    html('', a('/actu', 'Toutes les actus') + a('/evenements', 'Tous les événements')),
    { '/actu': html(alternate('/actu/feed')), '/actu/feed': 'rss', '/evenements': html(event('Loto')) },
    ['/actu/feed', '/evenements'],
  ),
  'a menu by hand with frames': site(
    '<frameset><frame src="menu.htm"><frame src="acc.htm"></frameset>',
    {
      '/menu.htm': html('', a('news.htm', 'Nouvelles')),
      '/acc.htm': html(''),
      '/news.htm': html('', microEvent('Loto')),
    },
    ['/news.htm'],
  ),
  teamup: site(html('', '<iframe src="https://teamup.com/ksabc123"></iframe>'), {
    'https://ics.teamup.com/feed/ksabc123/0.ics': 'ics',
  }),
  'a feed with a dated name': site(html('', a('/flux/rss2', 'rss2')), { '/flux/rss2': 'rss' }),
  'atom by title': site(html('', '<a href="/suivre" title="Fil Atom">Suivre</a>'), { '/suivre': 'rss' }),
  'a subfolder': site(
    html(`<base href="https://www.v.fr/site/">${alternate('rss.php')}`),
    { '/site/rss.php': 'rss' },
    ['/site/rss.php'],
    'https://www.v.fr/site/index.php',
  ),
}
