import type { InterviewTexts } from '../../types.ts';
import { mail } from './mail.ts';
import { notice } from './notice.ts';

export const portuguese: InterviewTexts = {
  code: 'pt',
  notice,
  mail,
  practice: {
    question: 'Isto é só para praticar, e nada é gravado. O que gosta de fazer no seu tempo livre?',
    thanks: 'Obrigado, funcionou. A entrevista começa quando a iniciar.',
  },
  phrases: {
    greeting: ['Olá, boas-vindas.'],
    introduction: [
      'Sou um entrevistador automático: um programa de computador, não uma pessoa. A qualquer momento pode me pedir para repetir uma pergunta.',
    ],
    aboutRole: ['Vamos falar sobre esta vaga: {role}.'],
    thanks: [
      'Muito bem.',
      'Agradeço a resposta.',
      'Certo.',
      'Entendi, agradeço.',
      'Agradeço a explicação.',
      'Está bem.',
    ],
    next: [
      'Vamos em frente.',
      'Minha próxima pergunta é sobre o seu modo de trabalhar.',
      'Passemos a outro assunto.',
    ],
    toProblem: ['Agora gostaria de saber como lida com um problema.'],
    toMotivation: ['Agora, uma pergunta sobre a sua motivação.'],
    silence: ['Fique à vontade, sem pressa.', 'Responda quando quiser.', 'Temos tempo. Estou ouvindo.'],
    moveOn: [
      'Então vamos deixar esta pergunta.',
      'Não faz mal, vamos pular esta.',
      'Sem problema, vamos continuar.',
    ],
    more: [
      'Poderia falar um pouco mais sobre isso?',
      'Conte mais, por favor.',
      'Poderia descrever isso com mais detalhes?',
    ],
    example: [
      'Poderia me dar um exemplo concreto?',
      'Há uma ocasião em particular que possa descrever?',
      'Conte, por favor, um caso de que se lembre bem.',
    ],
    result: ['Como isso terminou?', 'Qual foi o resultado?', 'O que tinha mudado no final?'],
    ownPart: ['Qual foi exatamente a sua parte nisso?', 'O que fez pessoalmente, e o que fizeram os outros?'],
    measure: ['Como isso foi medido?', 'De onde vêm esses números?'],
    tool: [
      'Por que usou justamente essas ferramentas?',
      'O que faria hoje de outra forma com as ferramentas que mencionou?',
    ],
    repeat: ['Claro, mais uma vez.', 'Com certeza. A pergunta era esta.'],
    wait: ['Claro, pense com calma.', 'Com certeza, eu espero.'],
    lateTime: ['Nosso tempo está quase acabando, por isso vou concluir.'],
    timeOver: ['Desculpe interromper: nosso tempo acabou.'],
    candidateQuestions: ['Agora é a sua vez. Tem perguntas para a equipe? Vou encaminhá-las.'],
    passOn: [
      'Isso eu não posso responder. Vou encaminhar para a equipe.',
      'Não sei a resposta. Sua pergunta chegará à equipe com esta conversa.',
      'Isso deve ser respondido por uma pessoa. Vou passar adiante.',
    ],
    otherQuestions: [
      'Tem outra pergunta?',
      'Gostaria de perguntar mais alguma coisa?',
      'O que mais gostaria de saber?',
    ],
    skill: [
      'O seguinte é importante para esta vaga: {skill}. Descreva uma situação em que precisou disso.',
      'Esta vaga também pede o seguinte: {skill}. Qual foi a tarefa mais difícil em que precisou disso?',
    ],
    cannotHear: ['Infelizmente não consigo ouvir nada, por isso encerro a conversa aqui.'],
    closing: [
      'Da minha parte é tudo. Uma pessoa vai avaliar esta conversa e entrar em contato. Agradeço o seu tempo. Até logo.',
    ],
  },
  questions: {
    opening: [
      'Para começar, fale sobre você e sobre o que faz atualmente.',
      'Para iniciar, descreva em algumas frases quem você é e o que fez até agora.',
    ],
    experience: [
      'Qual das suas tarefas anteriores foi a melhor preparação para esta vaga, e o que fez nela?',
      'Fale sobre o trabalho que mais se aproxima desta vaga.',
    ],
    problem: [
      'Conte sobre um problema difícil no trabalho. Como encontrou a causa, e o que fez?',
      'Descreva uma situação em que algo deu errado. O que fez a respeito?',
    ],
    motivation: [
      'Por que quer esta vaga, e por que agora?',
      'O que atrai você nesta vaga, e o que espera dela?',
    ],
    competency: {
      teamwork: ['Conte sobre um desacordo com alguém da sua equipe. O que fez?'],
      communication: ['Conte sobre uma ocasião em que teve de explicar algo difícil a alguém.'],
      organisation: [
        'Conte sobre uma ocasião em que várias tarefas eram urgentes ao mesmo tempo. Como decidiu?',
      ],
      learning: ['Conte sobre algo novo que teve de aprender depressa. Como procedeu?'],
      pressure: ['Conte sobre uma ocasião em que trabalhou sob muita pressão. O que fez?'],
      service: ['Conte sobre alguém que ficou insatisfeito com o seu trabalho. O que fez?'],
      leadership: [
        'Conte sobre uma ocasião em que assumiu a responsabilidade por outras pessoas. O que fez?',
      ],
      accuracy: ['Conte sobre um erro que encontrou ou cometeu. Como lidou com ele?'],
    },
  },
  cues: {
    alone: {
      stop: 'pare|para|parem|espere|espera|espere aí|espera aí|aguarde|chega|basta|silêncio|pausa|calma|um momento|um momentinho|um segundo|um minuto|um instante|stop|não espere|não espera|não pare|deixe-me terminar',
      again:
        'de novo|outra vez|mais uma vez|novamente|desculpe|desculpa|perdão|como|o quê|o que|quê|como disse|como assim|repita|repete|repetir|mais devagar|mais alto|com licença',
      beside: 'por favor|oh|ah|ei|senhor|senhora|a pergunta|pode|poderia|um pouco|só|aí|me',
    },
    repeat:
      /repet|repit|de novo|outra vez|mais uma vez|não (?:entendi|ouvi|percebi|escutei)|qual (?:era|é|foi) a pergunta|como disse/u,
    wait: /um (?:momento|segundo|minuto|instante)|momentinho|deixe-me pensar|deixa eu pensar/u,
    decline:
      /não sei\b|não faço ideia|não me (?:ocorre|lembro)|prefiro não|pular|não (?:posso|consigo) responder/u,
    noQuestions:
      /^não\b|nenhuma|não tenho (?:mais |outras )?perguntas|(?:é|era|isso é) (?:só|tudo)|só isso|nada mais/u,
    example:
      /por exemplo|uma vez|um dia|(?:no )?(?:ano|mês|verão|inverno) passado|na semana passada|quando\b|naquela|há (?:\S+ )?(?:anos?|mês|meses|semanas?)|anos atrás|lembro/u,
    result:
      /resultado|no final|no fim|finalmente|por isso|desde então|depois|consegui|melhor|reduz|aument|economiz|resolv|aprend/u,
    team: /\bnós\b|nosso|nossa|equip|colega|juntos|a gente|time/u,
  },
};
