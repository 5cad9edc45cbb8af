<?php
// kmlogon from a web page's server. The signed string is what PHP itself merges there: $_GET, then $_POST on top.
[, $port, $app, $appkey, $rc4key, $mode, $kami, $machine, $t] = $argv;

function rc4(string $key, string $text): string
{
    $box = range(0, 255);
    for ($i = $j = 0; $i < 256; $i++) {
        $j = ($j + $box[$i] + ord($key[$i % strlen($key)])) % 256;
        [$box[$i], $box[$j]] = [$box[$j], $box[$i]];
    }
    $out = '';
    for ($at = $i = $j = 0; $at < strlen($text); $at++) {
        $i = ($i + 1) % 256;
        $j = ($j + $box[$i]) % 256;
        [$box[$i], $box[$j]] = [$box[$j], $box[$i]];
        $out .= chr(ord($text[$at]) ^ $box[($box[$i] + $box[$j]) % 256]);
    }
    return $out;
}

function line(array $pairs): string
{
    return implode('&', array_map(fn ($name, $value) => "$name=$value", array_keys($pairs), $pairs));
}

// `markcode` is in both places: it keeps the first one's place and takes the second one's value.
$get = ['t' => $t, 'markcode' => 'overwritten'];
$post = ['kami' => $kami, 'markcode' => $machine, 'remark' => 'a b&c=中文'];
$merged = $mode === '0' ? array_merge($get, $post) : ['kami' => $kami, 'markcode' => $machine, 't' => $t];
$merged['sign'] = md5(line($merged) . '&' . $appkey);
if ($mode === '0') {
    $post['sign'] = $merged['sign'];
} else {
    $get = [];
    $post = ['data' => $mode === '2' ? base64_encode(line($merged)) : bin2hex(rc4($rc4key, line($merged)))];
}
$post['value'] = 'php';

$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => 'Content-Type: application/x-www-form-urlencoded',
    'content' => http_build_query($post),
]]);
$url = "http://127.0.0.1:$port/api.php?" . http_build_query(['api' => 'kmlogon', 'app' => $app] + $get);
$body = file_get_contents($url, false, $context);
if ($mode === '2') {
    $body = base64_decode($body);
} elseif ($mode !== '0') {
    $body = rc4($rc4key, hex2bin($body));
}
$answer = json_decode($body);
$verified = $answer->check === md5($answer->time . $appkey . 'php');
$vip = is_object($answer->msg) ? $answer->msg->vip : '-';
echo explode(' ', $http_response_header[0])[1], " $answer->code $vip ", $verified ? 'ok' : 'forged', "\n";
