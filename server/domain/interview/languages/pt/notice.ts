import type { NoticeTexts } from '../../types.ts';

export const notice: NoticeTexts = {
  program: {
    title: 'Quem pergunta',
    text: 'Um programa de computador faz as perguntas para a vaga “{role}”. Nenhuma pessoa escuta enquanto você fala, e o programa não decide nada sobre você.',
  },
  recorded: {
    title: 'O que é gravado',
    text: 'A sua voz é gravada e um computador a transforma em texto. O que você digita também é guardado. Não há imagem.',
  },
  scored: {
    title: 'O que é avaliado',
    text: 'A partir da gravação, um computador avalia o seu vocabulário, a sua fluência e o seu sotaque. As notas mostram como você fala a língua desta entrevista. Elas não julgam o que você sabe.',
    none: 'A sua maneira de falar não é avaliada.',
  },
  seen: { title: 'Quem recebe', text: '{client} recebe tudo isso e responde pelo uso que é feito.' },
  kept: {
    title: 'Por quanto tempo é guardado',
    text: 'A contar do fim da entrevista:',
    recording: 'Gravação',
    transcript: 'Texto',
    scores: 'Notas',
    untilDeleted: 'até que {client} apague',
  },
  ask: {
    title: 'A quem perguntar',
    text: 'Você pode fazer perguntas, pedir outra forma por causa de uma deficiência, ver ou corrigir os seus dados, pedir que sejam apagados, ou que uma nota seja explicada e revista por uma pessoa. Escreva a quem convidou você.',
    contact: 'Contato: {contact}',
    privacy: 'Aviso de privacidade: {url}',
  },
  without: {
    title: 'Se você não concorda',
    text: 'Você não precisa concordar. Nesse caso nada é gravado e não há entrevista aqui; peça outra forma a quem convidou você. Mesmo que concorde, pode encerrar a entrevista a qualquer momento.',
  },
  added: '{client} acrescenta',
  agree: {
    recorded: 'Li isto e concordo com a gravação.',
    scored:
      'Li isto e concordo com a gravação e com que um computador avalie o meu vocabulário, a minha fluência e o meu sotaque.',
  },
};
