/**
 * Words of well-known passwords, folded and without blanks: what people write when a password is asked for, first
 * names, clubs, towns, and the words of this trade. Written for this service; `known-passwords.ts` combines them.
 */
const WRITTEN = `
password passwort passe motdepasse monmotdepasse unmotdepasse lemotdepasse mdp pass passw passwd passphrase secret
secrete code codesecret moncode acces access login identifiant connexion compte account user utilisateur username
admin administrator administrateur root toor system systeme test tests essai demo default defaut guest invite welcome
bienvenue bonjour bonsoir salut coucou hello hallo letmein laissemoientrer ouvretoi sesame opensesame changeme changezmoi
change changer changemoi temporary temporaire temp provisoire nouveau nouvelle new master superman batman spiderman
starwars pokemon dragon monkey shadow sunshine princess princesse prince football soccer baseball basketball hockey
rugby tennis iloveyou jetaime jetaimetrop jtm moncoeur amour monamour love lovely lover forever toujours family famille
mafamille maman papa bebe cheri cherie chouchou doudou loulou minou nounours bisou bisous calin tresor soleil lune
etoile star ange angel paradis paradise chocolat chocolate vanille fraise cerise orange citron banane cookie caramel
nutella cafe coffee fromage whatever whatsup fuckyou fuck merde putain connard salope caca pipi
trustno trustnoone nopassword sansmotdepasse aucun rien nothing something oublie forgot forgotten remember souvenir
ordinateur computer internet google facebook youtube amazon apple android iphone samsung microsoft windows linux
office outlook wifi livebox freebox bbox playstation nintendo xbox minecraft fortnite zelda mario naruto
ferrari porsche mercedes peugeot renault citroen bmw audi yamaha honda kawasaki harley ducati
summer winter spring autumn ete hiver printemps automne janvier fevrier mars avril mai juin juillet aout septembre
octobre novembre decembre january february march april june july august september october november december
lundi mardi mercredi jeudi vendredi samedi dimanche monday tuesday wednesday thursday friday saturday sunday
noel christmas vacances holiday anniversaire birthday weekend
rouge bleu vert jaune noir blanc rose violet orange red blue green yellow black white purple
chien chat cheval lapin souris tigre lion loup ours dauphin papillon oiseau poisson canard cochon
dog cat horse rabbit tiger wolf bear dolphin butterfly bird fish
nicolas thomas julien maxime alexandre antoine pierre guillaume kevin anthony jeremy romain sebastien mathieu vincent
benjamin florian quentin adrien clement hugo lucas louis gabriel arthur jules raphael leo paul victor martin
philippe michel patrick christophe laurent stephane frederic olivier david daniel bernard jacques francois jean
marie camille laura lea manon chloe emma pauline julie marine sarah charlotte sophie caroline aurelie emilie celine
isabelle nathalie sylvie catherine valerie sandrine veronique christine francoise monique brigitte martine nicole
michael michelle jennifer jessica ashley daniel andrew joshua matthew robert william charlie george jordan hunter
tigger buster ginger pepper maggie bailey harley
marseille paris lyon toulouse nice nantes montpellier strasbourg bordeaux lille rennes reims toulon grenoble dijon
angers nimes brest tours limoges amiens metz besancon orleans rouen mulhouse caen nancy avignon poitiers pau calais
bretagne normandie alsace provence corse savoie auvergne france francais francaise europe london berlin madrid
psg om olympique juventus barcelona realmadrid liverpool arsenal chelsea
mairie lamairie mamairie commune macommune ville maville village bourg place parvis laplace hoteldeville maire adjoint
secretaire secretariat secretairedemairie conseil conseilmunicipal municipal municipale citoyen citoyenne habitant
habitants association asso comite comitedesfetes fetes fete ecole cantine bibliotheque mediatheque salledesfetes
agenda accueil contact info infos information webmaster site siteinternet web
qwerty azerty qwertz dvorak correcthorsebatterystaple thisisapassword thisismypassword ilovemyfamily iloveyousomuch
mypassword yourpassword thepassword passwordispassword jesuisunmotdepasse motdepassesecret motdepasseoublie
le la les un une des du de mon ma mes mot the my your is a this you me moi toi je tu il pour avec et and for super
mega top best numero number one two three un deux trois quatre cinq six sept huit neuf dix abc xyz
`
export const COMMON_WORDS: ReadonlySet<string> = new Set(WRITTEN.split(/\s+/).filter(word => word.length > 1))

/** Orders that everybody knows, on a keyboard and elsewhere. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  // Columns, and zigzags between two rows.
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1aqw2zsx3edc4rfv5tgb6yhn7uj8ik9ol0pm',
  'aqwzsxedcrfvtgbyhnujikolpm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  '1a2z3e4r5t6y7u8i9o0p',
  'a2z4e6r8t9y0',
  'a1b2c3d4e5f6g7h8i9',
  // Keypad.
  '147258369',
  '789456123',
  '159357',
]
const SHORTEST_WALK = 3

/** Every piece of these rows, forwards and backwards. */
export const WALKS: ReadonlySet<string> = new Set(
  [...ROWS, ...ROWS.map(row => [...row].reverse().join(''))].flatMap(row =>
    Array.from({ length: row.length }, (_, from) =>
      Array.from({ length: row.length - from }, (_, more) => row.slice(from, from + more + 1)),
    )
      .flat()
      .filter(piece => piece.length >= SHORTEST_WALK),
  ),
)
