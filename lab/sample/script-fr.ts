import type { ScriptedTurn } from './script.ts';

/** The interview of `script.ts`, shorter, as a French candidate would tell it; marks and rules are the same. */
export const script: readonly ScriptedTurn[] = [
  {
    speaker: 'interviewer',
    gapMs: 700,
    text: `Bonjour, et merci beaucoup d'être venu aujourd'hui. [350] Pourriez-vous commencer par me parler un peu de vous et
      de votre travail jusqu'à présent ?`,
  },
  {
    speaker: 'candidate',
    gapMs: 850,
    text: `Bonjour, et merci de me recevoir. [420] Euh, [300] j'ai fait des études d'ingénieur à l'université, et j'ai
      terminé en deux mille quinze. [480] Ensuite, je suis entré dans une entreprise qui vend des produits frais aux
      restaurants. [380] J'ai commencé comme assistant à l'entrepôt, et [620] euh, [250] au bout de trois ans, je suis devenu
      responsable d'une petite équipe. [450] En ce moment, je m'occupe de la planification, des livraisons et d'une
      quarantaine de fournisseurs.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 750,
    text: `Ça a l'air d'un travail bien rempli. [300] Pouvez-vous décrire un projet dont vous êtes fier ?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1300,
    text: `Oui, bien sûr. [520] L'année dernière, nous avons eu un problème sérieux avec les déchets. [400] {Nous jetions}
      [350] nous jetions presque douze pour cent de nos légumes, parce qu'ils arrivaient trop tôt ou parce qu'ils restaient
      trop longtemps au mauvais endroit. [550] Euh, [280] mon directeur m'a demandé d'en trouver la cause. [430] J'ai donc
      passé deux semaines à l'entrepôt, la nuit, et j'ai noté chaque livraison. [460] C'était fastidieux, mais cela nous a
      montré quelque chose de surprenant. [500] Le problème ne venait pas des chauffeurs. [350] Il venait de la façon
      dont [540] nous vérifiions les commandes le soir. [480] Nous avons changé les horaires, nous avons formé huit personnes,
      et au bout de six mois, les pertes sont tombées à cinq pour cent.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 650,
    text: `Comment l'équipe a-t-elle réagi à ces changements ?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1100,
    text: `Franchement, au début, tout le monde n'était pas content. [470] Certains de mes collègues travaillaient de la même
      manière depuis vingt ans, et ils étaient, [380] euh, [260] sceptiques. [520] Je ne voulais pas les forcer. [400] J'ai
      plutôt invité deux des personnes les plus expérimentées à préparer le nouvel horaire avec moi. [450] {Ils ont trouvé}
      [320] ils ont découvert plusieurs erreurs dans mon plan, et ils avaient raison. [500] Quand les autres ont vu que nous
      écoutions, l'ambiance s'est améliorée très vite. [420] J'ai appris qu'un bon argument est important, mais que la
      confiance l'est encore plus.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 800,
    text: `Parlez-moi d'une fois où quelque chose s'est mal passé. [320] Qu'avez-vous fait ?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1500,
    text: `Euh, [420] il y a cinq ans, un de nos plus gros fournisseurs a fermé sans prévenir. [480] Nous avions trois jours
      pour remplacer trente tonnes de pommes de terre. [530] J'étais nerveux, pour être honnête. [410] D'abord, j'ai appelé
      tous les clients qui attendaient cette livraison, parce que je pense que les gens pardonnent un retard, mais [450]
      qu'ils ne pardonnent pas le silence. [500] Ensuite, j'ai négocié avec quatre fermes plus petites. [380] Le prix était,
      euh, [300] plus élevé de neuf pour cent, mais nous n'avons perdu qu'un seul client.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 750,
    text: `Et pourquoi aimeriez-vous travailler pour notre entreprise ?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1200,
    text: `J'ai lu des articles sur votre nouveau centre dans le nord, et j'ai été impressionné par la manière dont vous mesurez
      la qualité. [500] Dans mon poste actuel, je n'avance plus vraiment. [450] J'aimerais diriger une activité plus
      importante, peut-être avec cinquante personnes, et [480] je voudrais aussi en apprendre davantage sur le transport
      international. [520] Je suis quelqu'un de minutieux, mais je suis pragmatique aussi. [400] Je crois que {ces deux} [300]
      ce mélange vous serait utile.`,
  },
];
