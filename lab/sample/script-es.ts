import type { ScriptedTurn } from './script.ts';

/** The interview of `script.ts`, shorter, as a Spanish candidate would tell it; marks and rules are the same. */
export const script: readonly ScriptedTurn[] = [
  {
    speaker: 'interviewer',
    gapMs: 700,
    text: `Buenos días, y muchas gracias por venir hoy. [350] ¿Podría empezar por contarme algo sobre usted y sobre su
      trabajo hasta ahora?`,
  },
  {
    speaker: 'candidate',
    gapMs: 850,
    text: `Buenos días, gracias por invitarme. [420] Em, [300] estudié ingeniería en la universidad y terminé en dos mil
      quince. [480] Después entré en una empresa que vende alimentos frescos a restaurantes. [380] Empecé como ayudante en
      el almacén, y [620] em, [250] después de tres años pasé a dirigir un equipo pequeño. [450] En este momento soy
      responsable de la planificación, de las entregas y de unos cuarenta proveedores.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 750,
    text: `Parece un trabajo muy intenso. [300] ¿Puede describir un proyecto del que esté orgulloso?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1300,
    text: `Sí, por supuesto. [520] El año pasado tuvimos un problema serio con los desperdicios. [400] {Tirábamos} [350]
      tirábamos casi el doce por ciento de nuestras verduras, porque llegaban demasiado pronto o porque se quedaban
      demasiado tiempo en el lugar equivocado. [550] Em, [280] mi director me pidió que encontrara la causa. [430] Así que
      pasé dos semanas en el almacén por la noche y apunté cada entrega. [460] Fue un trabajo pesado, pero nos enseñó algo
      sorprendente. [500] El problema no eran los conductores. [350] Era la forma en que [540] cuadrábamos los pedidos por la
      tarde. [480] Cambiamos el horario, formamos a ocho personas, y después de seis meses los desperdicios bajaron al cinco
      por ciento.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 650,
    text: `¿Cómo reaccionó el equipo a esos cambios?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1100,
    text: `Sinceramente, al principio no todos estaban contentos. [470] Algunos de mis compañeros habían trabajado de la misma
      manera durante veinte años, y estaban, [380] em, [260] desconfiados. [520] Yo no quería obligarlos. [400] En lugar de
      eso, invité a dos de las personas con más experiencia a diseñar el nuevo horario conmigo. [450] {Encontraron} [320]
      descubrieron varios errores en mi plan, y tenían razón. [500] Cuando los demás vieron que escuchábamos, el ambiente
      mejoró muy rápido. [420] Aprendí que un buen argumento es importante, pero la confianza lo es todavía más.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 800,
    text: `Hábleme de una ocasión en la que algo salió mal. [320] ¿Qué hizo usted?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1500,
    text: `Em, [420] hace cinco años uno de nuestros mayores proveedores cerró sin avisar. [480] Teníamos tres días para
      sustituir treinta toneladas de patatas. [530] La verdad es que estaba nervioso. [410] Primero llamé a todos los
      clientes que dependían de esa entrega, porque creo que la gente perdona un retraso, pero [450] no perdona el
      silencio. [500] Después negocié con cuatro granjas más pequeñas. [380] El precio era, em, [300] un nueve por ciento más
      alto, pero solo perdimos a un cliente.`,
  },
  {
    speaker: 'interviewer',
    gapMs: 750,
    text: `¿Y por qué le gustaría trabajar para nuestra empresa?`,
  },
  {
    speaker: 'candidate',
    gapMs: 1200,
    text: `He leído sobre su nuevo centro en el norte, y me impresionó la manera en que miden la calidad. [500] En mi puesto
      actual ya no avanzo mucho. [450] Me gustaría dirigir una operación más grande, quizás con cincuenta personas, y [480]
      también quiero aprender más sobre el transporte internacional. [520] Soy una persona meticulosa, pero también
      práctica. [400] Creo que {estas dos} [300] esa combinación les sería útil.`,
  },
];
