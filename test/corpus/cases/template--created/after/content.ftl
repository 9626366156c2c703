<#list features as feature>${feature.name.value}</#list>
